// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree
import Synchronization

/// The one that changes a database.
///
/// Writes are decided one after the other, each on the tree that the one before it leaves. While a batch is on its way to the disk
/// more writes gather, and go together with the next: what a commit costs is the disk's answer, and one answer does for all.
/// Nobody is answered, and no reader sees anything, before it is durable.
final class DatabaseWriter: Sendable {
    typealias Answer = @Sendable (Result<WriteOutcome, DatabaseError>) -> Void

    private struct Job: Sendable {
        let operation: WriteOperation
        let requester: Requester
        let answer: Answer
    }

    private struct Decided {
        let job: Job
        let result: Result<WriteOutcome, DatabaseError>
        let entry: TreeLogEntry?
        let root: Node
        let now: Double
    }

    private struct Queue {
        var waiting: [Job] = []
        /// A task is at work, and takes whatever comes before it is done.
        var isDraining = false
    }

    /// Only the task that drains the queue changes it.
    private struct Progress {
        var sequence: Int64
        var entriesSinceSnapshot: Int
    }

    private let database: DatabaseID
    private let store: any TreeStore
    private let state: DatabaseState
    private let now: @Sendable () -> Double
    private let queue = Mutex(Queue())
    private let progress: Mutex<Progress>

    /// So that the first of many does not wait for the last.
    private static let maxWritesPerCommit = 512
    /// A snapshot costs as much as the tree is large, and the log is read at every start.
    private static let entriesPerSnapshot = 100_000

    init(
        _ database: DatabaseID, store: any TreeStore, state: DatabaseState, sequence: Int64, entriesSinceSnapshot: Int,
        now: @escaping @Sendable () -> Double
    ) {
        self.database = database
        self.store = store
        self.state = state
        self.now = now
        progress = Mutex(Progress(sequence: sequence, entriesSinceSnapshot: entriesSinceSnapshot))
    }

    /// Puts a write into the queue. Writes happen in the order of these calls, and are answered in it.
    func submit(_ operation: WriteOperation, by requester: Requester, answer: @escaping Answer) {
        let isFirst = queue.withLock { queue in
            queue.waiting.append(Job(operation: operation, requester: requester, answer: answer))
            defer { queue.isDraining = true }
            return !queue.isDraining
        }
        if isFirst { Task { await drain() } }
    }

    private func drain() async {
        while let batch = nextBatch() { await commit(batch) }
    }

    private func nextBatch() -> [Job]? {
        queue.withLock { queue in
            let batch = Array(queue.waiting.prefix(Self.maxWritesPerCommit))
            queue.waiting.removeFirst(batch.count)
            queue.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func commit(_ batch: [Job]) async {
        var head = state.root
        var sequence = progress.withLock { $0.sequence }
        var decided: [Decided] = []
        for job in batch {
            let decision = decide(job, on: head, sequence: sequence + 1)
            if let entry = decision.entry { sequence = entry.sequence }
            head = decision.root
            decided.append(decision)
        }
        let entries = decided.compactMap(\.entry)
        if !entries.isEmpty {
            do {
                try await store.append(entries, to: database)
            } catch {
                // All of them, also who was refused: that may have been decided on a tree that did not come to be.
                for job in batch { job.answer(.failure(.unavailable)) }
                return
            }
        }
        progress.withLock { [sequence] in
            $0.sequence = sequence
            $0.entriesSinceSnapshot += entries.count
        }
        for decision in decided {
            if let entry = decision.entry { state.publish(decision.root, paths: entry.changes.map(\.path), now: decision.now) }
            decision.job.answer(decision.result)
        }
        await snapshotIfDue(sequence)
    }

    /// - Throws: `DatabaseError` for what the rules or the limits of the tree do not allow now to be left for later.
    func check(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) {
        _ = try outcome(of: operation, by: requester, on: state.root, now: now(), .onDisconnect)
    }

    private func decide(_ job: Job, on head: Node, sequence: Int64) -> Decided {
        let now = now()
        do throws(DatabaseError) {
            let (changes, after) = try outcome(
                of: job.operation, by: job.requester, on: head, now: now, job.operation.isLeftBehind ? .onDisconnect : .write)
            if let expected = job.operation.expectedHash, head[job.operation.path].hash != expected {
                throw .stale(current: head[job.operation.path])
            }
            return Decided(
                job: job, result: .success(WriteOutcome(node: after[job.operation.path], now: now)),
                entry: TreeLogEntry(sequence: sequence, changes: changes), root: after, now: now)
        } catch {
            return Decided(job: job, result: .failure(error), entry: nil, root: head, now: now)
        }
    }

    private func outcome(
        of operation: WriteOperation, by requester: Requester, on head: Node, now: Double, _ occasion: Denial.Occasion
    ) throws(DatabaseError) -> (changes: [TreeChange], after: Node) {
        let changes = operation.changes.map { $0.resolved(on: head, now: now) }
        if let error = Self.depthError(changes) { throw .tree(error) }
        let after = changes.reduce(head) { $0.applying($1) }
        if case .user(let auth) = requester {
            let request = RulesRequest(root: head, auth: auth, now: now)
            let (paths, rules) = (changes.map(\.path), state.rules)
            guard rules.write(paths, after: after, request).isAllowed else {
                throw .denied(state.denials?.write(paths, after: after, occasion, rules: rules, request))
            }
        }
        return (changes, after)
    }

    /// The reader of the JSON bounds what it reads; a path above it adds to that.
    private static func depthError(_ changes: [TreeChange]) -> TreeError? {
        let max = TreeLimits.standard.maxDepth
        for case .set(let path, let node) in changes where path.keys.count + node.depth > max { return .depth(max: max) }
        return nil
    }

    private func snapshotIfDue(_ sequence: Int64) async {
        let isDue = progress.withLock { progress in
            guard progress.entriesSinceSnapshot >= Self.entriesPerSnapshot else { return false }
            // One that fails is tried again after as many changes; until then the log has everything.
            progress.entriesSinceSnapshot = 0
            return true
        }
        guard isDue else { return }
        try? await store.save(TreeSnapshot(root: state.root, sequence: sequence), of: database)
    }
}

extension TreeChange {
    fileprivate func resolved(on root: Node, now: Double) -> TreeChange {
        switch self {
        case .set(let path, let node): .set(path, node.resolvingServerValues(existing: root[path], now: now))
        case .setPriority(let path, .serverValue(.timestamp)): .setPriority(path, .number(now))
        case .setPriority: self
        }
    }
}
