import LatchkeyRules

/// What waits to be written, in order.
struct WriteQueue {
    /// A write that somebody asked for.
    struct Write: Sendable {
        let operation: WriteOperation
        let requester: Requester
        let bytes: Int
        let answer: DatabaseWriter.Answer
    }

    /// Other rules: writes before them are decided by the old ones, writes after them by these.
    struct Rules: Sendable {
        let rules: SecurityRules
        /// Who wants them, for their history.
        let author: String?
        /// Only if this is the text of those that hold; nil whatever they are.
        let former: String?
        let answer: @Sendable (Result<Void, any Error>) -> Void
    }

    enum Work {
        case writes([Write])
        case rules(Rules)
    }

    private enum Job {
        case write(Write)
        case rules(Rules)
    }

    private var waiting: [Job] = []
    private var writes = 0
    private var bytes = 0
    /// A task is at work, and takes whatever comes before it is done.
    private var isDraining = false

    /// So that the first of many does not wait for the last.
    private static let maxWritesPerCommit = 512

    /// - Parameter limits: nil for what may not be refused.
    /// - Returns: whether it was taken.
    mutating func add(_ write: Write, limits: DatabaseLimits?) -> Bool {
        if let limits, writes > 0, writes >= limits.maxWaitingWrites || bytes + write.bytes > limits.maxWaitingBytes { return false }
        waiting.append(.write(write))
        writes += 1
        bytes += write.bytes
        return true
    }

    mutating func add(_ rules: Rules) {
        waiting.append(.rules(rules))
    }

    /// - Returns: whether somebody has to begin to work: nobody is.
    mutating func begin() -> Bool {
        defer { isDraining = true }
        return !isDraining
    }

    var waitingCount: Int { waiting.count }

    /// What can be done at once. Writes have their place in the limits until `finish`.
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
        guard case .rules(let rules) = waiting.first else {
            isDraining = false
            return nil
        }
        waiting.removeFirst()
        return .rules(rules)
    }

    mutating func finish(_ batch: [Write]) {
        writes -= batch.count
        bytes -= batch.reduce(0) { $0 + $1.bytes }
    }
}
