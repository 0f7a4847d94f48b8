import LatchkeyTree

/// When the whole tree is written down, in place of the log up to there: one at a time, beside the writes.
struct SnapshotSchedule {
    private let limits: DatabaseLimits
    private var writes: Int
    private var bytes: Int
    /// Of the tree when it was last written down.
    private var lastBytes = 0
    private var isBusy = false

    init(_ limits: DatabaseLimits, log: [TreeLogEntry]) {
        self.limits = limits
        writes = log.count
        bytes = log.reduce(0) { $0 + $1.estimatedBytes }
    }

    /// Counts what was written to the log.
    ///
    /// - Returns: whether a snapshot shall be begun now. One that fails is tried again after as many writes; until then the log has
    ///   everything.
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

    mutating func end(bytes: Int) {
        isBusy = false
        lastBytes = bytes
    }
}

extension TreeLogEntry {
    var estimatedBytes: Int { changes.reduce(0) { $0 + $1.estimatedBytes } }
}
