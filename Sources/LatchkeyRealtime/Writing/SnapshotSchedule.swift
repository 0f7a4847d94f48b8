import LatchkeyTree

/// Decides when to save a snapshot of the whole tree, which replaces the log up to that point. Only one snapshot runs at a time, in
/// parallel with writes.
struct SnapshotSchedule {
    private let limits: DatabaseLimits
    private var writes: Int
    private var bytes: Int
    /// The size of the tree at the last snapshot.
    private var lastBytes = 0
    private var isBusy = false

    init(_ limits: DatabaseLimits, log: [TreeLogEntry]) {
        self.limits = limits
        writes = log.count
        bytes = log.reduce(0) { $0 + $1.estimatedBytes }
    }

    /// Counts writes that were added to the log.
    ///
    /// - Returns: Whether to start a snapshot now. A failed snapshot is retried after the same number of writes; until then the log
    ///   contains everything.
    mutating func add(writes: Int, bytes: Int) -> Bool {
        self.writes += writes
        self.bytes += bytes
        guard !isBusy, self.writes >= limits.writesPerSnapshot || self.bytes >= max(limits.bytesPerSnapshot, lastBytes / 2) else {
            return false
        }
        isBusy = true
        self.writes = 0
        self.bytes = 0
        return true
    }

    /// - Returns: Whether to start a snapshot now; `false` while one is being saved.
    mutating func begin() -> Bool {
        if isBusy { return false }
        isBusy = true
        writes = 0
        bytes = 0
        return true
    }

    mutating func end(bytes: Int) {
        isBusy = false
        lastBytes = bytes
    }
}

extension TreeLogEntry {
    var estimatedBytes: Int { changes.reduce(0) { $0 + $1.estimatedBytes } }
}
