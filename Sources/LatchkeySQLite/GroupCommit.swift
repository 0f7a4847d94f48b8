// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Lets transactions that wait at the same time share one commit.
///
/// What a commit costs is the disk's answer, and one answer does for everything written before it. Whoever asks while a commit is
/// under way waits for it to end; then all who wait go together, at once: there is no timer. Each transaction has a savepoint, so that
/// one that throws leaves its neighbours alone, and nobody is answered before the commit is on the disk.
actor GroupCommit {
    private struct Job: Sendable {
        /// Runs the transaction; what it returns gives the caller its result.
        let run: @Sendable (Database) -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    /// So that the first of many is not kept waiting for the last.
    static let maxTransactionsPerCommit = 256

    private let database: any DatabaseWriter
    private var waiting: [Job] = []
    private var isDraining = false

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// How many transactions wait for the commit under way to end.
    var waitingCount: Int { waiting.count }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { db in
                    let outcome = Result { try db.inSavepoint(returning: body) }
                    return { continuation.resume(with: outcome) }
                },
                fail: { continuation.resume(throwing: $0) })
            waiting.append(job)
            guard !isDraining else { return }
            isDraining = true
            Task { await drain() }
        }
    }

    private func drain() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.maxTransactionsPerCommit))
            waiting.removeFirst(batch.count)
            await commit(batch)
        }
        isDraining = false
    }

    private func commit(_ batch: [Job]) async {
        do {
            let answers = try await database.writeWithoutTransaction { db in
                var answers: [@Sendable () -> Void] = []
                try db.inTransaction(.immediate) {
                    answers = batch.map { $0.run(db) }
                    return .commit
                }
                return answers
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
