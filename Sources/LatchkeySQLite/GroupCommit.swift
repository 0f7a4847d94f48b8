import GRDB
import LatchkeyIdentity
import Synchronization

/// A queue of transactions that share commits.
///
/// The cost of a commit is the disk flush, and one flush covers everything written before it. Transactions that arrive during a commit wait
/// for it and are then committed together. There is no timer. Each transaction of such a group has a savepoint, so an error in one does not
/// affect the others; one that is committed alone needs none. No call returns before its commit.
final class GroupCommit: Sendable {
    private struct Job: Sendable {
        /// Runs the transaction and returns a closure that resumes the caller.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var waiting: [Job] = []
        /// Whether the writer is draining the queue. It then takes jobs that arrive before it ends.
        var isDraining = false
    }

    /// The maximum number of transactions per commit, which limits the latency of the first one.
    static let maxTransactionsPerCommit = 256

    private let database: any DatabaseWriter
    private let queue = Mutex(Queue())
    private let durations = Mutex(DurationBuckets())

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// The durations of all commits, with the transactions that they contain.
    var times: DurationBuckets { durations.withLock { $0 } }

    /// The number of transactions that wait for the current commit.
    var waitingCount: Int { queue.withLock { $0.waiting.count } }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { db in
                    let result = try body(db)
                    return { continuation.resume(returning: result) }
                },
                fail: { continuation.resume(throwing: $0) })
            let isFirst = queue.withLock { queue in
                queue.waiting.append(job)
                defer { queue.isDraining = true }
                return !queue.isDraining
            }
            if isFirst { database.asyncWriteWithoutTransaction { self.drain(into: $0) } }
        }
    }

    private func drain(into db: Database) {
        while let batch = nextBatch() { commit(batch, in: db) }
    }

    private func nextBatch() -> [Job]? {
        queue.withLock { queue in
            let batch = Array(queue.waiting.prefix(Self.maxTransactionsPerCommit))
            queue.waiting.removeFirst(batch.count)
            queue.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func commit(_ batch: [Job], in db: Database) {
        let begin = ContinuousClock.now
        defer { durations.withLock { $0.add(begin.duration(to: .now)) } }
        do {
            var replies: [@Sendable () -> Void] = []
            try db.inTransaction(.immediate) {
                replies = try batch.count == 1 ? [batch[0].run(db)] : batch.map { reply(of: $0, in: db) }
                return .commit
            }
            for reply in replies { reply() }
        } catch {
            // Transactions that threw fail too: their error may depend on changes of others, such as a taken address, that were not
            // committed.
            for job in batch { job.fail(error) }
        }
    }

    private func reply(of job: Job, in db: Database) -> @Sendable () -> Void {
        do {
            return try db.inSavepoint(returning: job.run)
        } catch {
            return { job.fail(error) }
        }
    }
}
