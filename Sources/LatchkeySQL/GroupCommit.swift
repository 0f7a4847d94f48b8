package import LatchkeyIdentity
import Synchronization

/// The connection that commits the transactions of a ``GroupCommit``.
package protocol SQLWriter: Sendable {
    /// The connection, which is used on one thread at a time.
    associatedtype Connection

    /// The maximum number of transactions per commit, which limits the latency of the first one.
    static var maxTransactionsPerCommit: Int { get }

    /// Runs a closure with the connection.
    func perform(_ body: @escaping @Sendable (Connection) -> Void)

    /// Runs a closure in a transaction, and commits it.
    func inTransaction(_ connection: Connection, _ body: () throws -> Void) throws

    /// Runs a closure in a savepoint of the transaction. All of its changes are rolled back if it throws.
    func inSavepoint<T>(_ connection: Connection, _ body: (Connection) throws -> T) throws -> T
}

/// A queue of transactions that share commits.
///
/// The cost of a commit is the disk flush, and one flush covers everything written before it. Transactions that arrive during a commit wait
/// for it and are then committed together. There is no timer. Each transaction of such a group has a savepoint, so an error in one does not
/// affect the others; one that is committed alone needs none. No call returns before its commit.
package final class GroupCommit<Writer: SQLWriter>: Sendable {
    private struct Job: Sendable {
        /// Runs the transaction and returns a closure that resumes the caller.
        let run: @Sendable (Writer.Connection) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var waiting: [Job] = []
        /// Whether the writer is draining the queue. It then takes jobs that arrive before it ends.
        var isDraining = false
    }

    private let writer: Writer
    private let queue = Mutex(Queue())
    private let durations = Mutex(DurationBuckets())

    package init(_ writer: Writer) {
        self.writer = writer
    }

    /// The durations of all commits, with the transactions that they contain.
    package var times: DurationBuckets { durations.withLock { $0 } }

    /// The number of transactions that wait for the current commit.
    package var waitingCount: Int { queue.withLock { $0.waiting.count } }

    package func write<T: Sendable>(_ body: @escaping @Sendable (Writer.Connection) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { connection in
                    let result = try body(connection)
                    return { continuation.resume(returning: result) }
                },
                fail: { continuation.resume(throwing: $0) })
            let isFirst = queue.withLock { queue in
                queue.waiting.append(job)
                defer { queue.isDraining = true }
                return !queue.isDraining
            }
            if isFirst { writer.perform { self.drain(into: $0) } }
        }
    }

    private func drain(into connection: Writer.Connection) {
        while let batch = nextBatch() { commit(batch, in: connection) }
    }

    private func nextBatch() -> [Job]? {
        queue.withLock { queue in
            let batch = Array(queue.waiting.prefix(Writer.maxTransactionsPerCommit))
            queue.waiting.removeFirst(batch.count)
            queue.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func commit(_ batch: [Job], in connection: Writer.Connection) {
        let begin = ContinuousClock.now
        defer { durations.withLock { $0.add(begin.duration(to: .now)) } }
        do {
            var replies: [@Sendable () -> Void] = []
            try writer.inTransaction(connection) {
                replies = try batch.count == 1 ? [batch[0].run(connection)] : batch.map { reply(of: $0, in: connection) }
            }
            for reply in replies { reply() }
        } catch {
            // Transactions that threw fail too: their error may depend on changes of others, such as a taken address, that were not
            // committed.
            for job in batch { job.fail(error) }
        }
    }

    private func reply(of job: Job, in connection: Writer.Connection) -> @Sendable () -> Void {
        do {
            return try writer.inSavepoint(connection, job.run)
        } catch {
            return { job.fail(error) }
        }
    }
}
