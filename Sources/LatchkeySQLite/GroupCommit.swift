import GRDB
import Synchronization

/// Lets transactions that wait at the same time share one commit.
///
/// What a commit costs is the disk's answer, and one answer does for everything written before it. Whoever asks while a commit is
/// under way waits for it to end; then all who wait go together, at once: there is no timer. Each transaction has a savepoint, so that
/// one that throws leaves its neighbours alone, and nobody is answered before the commit is on the disk.
final class GroupCommit: Sendable {
    private struct Job: Sendable {
        /// Runs the transaction; what it returns gives the caller its result.
        let run: @Sendable (Database) -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var waiting: [Job] = []
        /// The writer's own queue is at work, and takes whatever comes before it is done.
        var isDraining = false
    }

    /// So that the first of many is not kept waiting for the last.
    static let maxTransactionsPerCommit = 256

    private let database: any DatabaseWriter
    private let queue = Mutex(Queue())

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// How many transactions wait for the commit under way to end.
    var waitingCount: Int { queue.withLock { $0.waiting.count } }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { db in
                    let outcome = Result { try db.inSavepoint(returning: body) }
                    return { continuation.resume(with: outcome) }
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
        do {
            var answers: [@Sendable () -> Void] = []
            try db.inTransaction(.immediate) {
                answers = batch.map { $0.run(db) }
                return .commit
            }
            for answer in answers { answer() }
        } catch {
            // Also those that threw: what they saw of their neighbours, an address that was taken for example, did not come to be.
            for job in batch { job.fail(error) }
        }
    }
}

extension Database {
    /// Runs a body all of whose changes are undone when it throws.
    func inSavepoint<T>(returning body: (Database) throws -> T) throws -> T {
        var result: T?
        try inSavepoint {
            result = try body(self)
            return .commit
        }
        guard let result else { preconditionFailure("a savepoint that was released ran its body") }
        return result
    }
}
