/// The pending writes and the pending changes of rules and settings, in order.
struct WriteQueue {
    /// A pending write.
    struct Write: Sendable {
        let operation: WriteOperation
        let requester: Requester
        let bytes: Int
        let reply: DatabaseWriter.Reply
    }

    /// A pending change of rules or settings. Earlier writes use the old ones, later writes the new ones.
    typealias Change = @Sendable () async -> Void

    enum Work {
        case writes([Write])
        case change(Change)
    }

    private enum Job {
        case write(Write)
        case change(Change)
    }

    private var waiting: [Job] = []
    private var writes = 0
    private var bytes = 0
    /// Whether a task is draining the queue. It also takes jobs that are added before it ends.
    private var isDraining = false

    /// Limits the latency of the first write in a batch.
    private static let maxWritesPerCommit = 512

    /// Adds a write.
    ///
    /// - Parameter limits: The limits; `nil` if the write must not be rejected.
    /// - Returns: Whether the write was accepted.
    mutating func add(_ write: Write, limits: DatabaseLimits?) -> Bool {
        if let limits, writes > 0, writes >= limits.maxWaitingWrites || bytes + write.bytes > limits.maxWaitingBytes { return false }
        waiting.append(.write(write))
        writes += 1
        bytes += write.bytes
        return true
    }

    mutating func add(_ change: @escaping Change) {
        waiting.append(.change(change))
    }

    /// Marks the queue as draining.
    ///
    /// - Returns: Whether the caller has to start draining, because no task does so already.
    mutating func begin() -> Bool {
        defer { isDraining = true }
        return !isDraining
    }

    var waitingCount: Int { waiting.count }

    /// Returns the next batch of writes or the next change. Writes count toward the limits until ``finish(_:)``.
    mutating func next() -> Work? {
        var batch: [Write] = []
        for case .write(let write) in waiting.prefix(while: { if case .write = $0 { true } else { false } }).prefix(Self.maxWritesPerCommit)
        {
            batch.append(write)
        }
        if !batch.isEmpty {
            waiting.removeFirst(batch.count)
            return .writes(batch)
        }
        guard case .change(let change) = waiting.first else {
            isDraining = false
            return nil
        }
        waiting.removeFirst()
        return .change(change)
    }

    mutating func finish(_ batch: [Write]) {
        writes -= batch.count
        bytes -= batch.reduce(0) { $0 + $1.bytes }
    }
}
