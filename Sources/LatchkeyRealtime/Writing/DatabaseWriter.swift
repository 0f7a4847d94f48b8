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

    private struct Decided {
        let answer: Answer
        let result: Result<WriteOutcome, DatabaseError>
        /// Nil where nothing changed.
        let entry: TreeLogEntry?
        let root: Node
        let now: Double
    }

    private let database: DatabaseID
    private let store: any TreeStore
    private let state: DatabaseState
    private let limits: DatabaseLimits
    private let now: @Sendable () -> Double
    private let queue = Mutex(WriteQueue())
    /// The number of the last change. Only the task that drains the queue changes it.
    private let sequence: Mutex<Int64>
    private let snapshots: Mutex<SnapshotSchedule>

    init(
        _ database: DatabaseID, store: any TreeStore, state: DatabaseState, stored: StoredTree, limits: DatabaseLimits,
        now: @escaping @Sendable () -> Double
    ) {
        self.database = database
        self.store = store
        self.state = state
        self.limits = limits
        self.now = now
        sequence = Mutex(stored.sequence)
        snapshots = Mutex(SnapshotSchedule(limits, log: stored.entries))
    }

    /// Puts a write into the queue. Writes happen in the order of these calls, and are answered in it, but for those that are refused
    /// because too many wait.
    func submit(_ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool, answer: @escaping Answer) {
        let write = WriteQueue.Write(
            operation: operation, requester: requester, bytes: operation.changes.reduce(64) { $0 + $1.estimatedBytes }, answer: answer)
        let isTaken = queue.withLock { $0.add(write, limits: evenIfBusy ? nil : limits) }
        if isTaken { work() } else { answer(.failure(.unavailable)) }
    }

    /// Keeps other rules, behind the writes that were asked for before.
    func replace(rules: SecurityRules) async throws {
        let result = await withCheckedContinuation { continuation in
            queue.withLock { $0.add(WriteQueue.Rules(rules: rules) { continuation.resume(returning: $0) }) }
            work()
        }
        try result.get()
    }

    private func work() {
        if queue.withLock({ $0.begin() }) { Task { await drain() } }
    }

    private func drain() async {
        while let next = queue.withLock({ $0.next() }) {
            switch next {
            case .writes(let batch):
                await commit(batch)
                queue.withLock { $0.finish(batch) }
            case .rules(let rules): await change(rules)
            }
        }
    }

    private func change(_ job: WriteQueue.Rules) async {
        do {
            try await store.save(rules: job.rules.text, of: database)
            state.replace(rules: job.rules, now: now())
            job.answer(.success(()))
        } catch {
            job.answer(.failure(error))
        }
    }

    private func commit(_ batch: [WriteQueue.Write]) async {
        // Only this task changes them.
        var (head, rules) = state.rootAndRules
        var last = sequence.withLock { $0 }
        var decided: [Decided] = []
        for write in batch {
            let decision = decide(write, on: head, rules: rules, sequence: last + 1)
            if let entry = decision.entry { last = entry.sequence }
            head = decision.root
            decided.append(decision)
        }
        let entries = decided.compactMap(\.entry)
        if !entries.isEmpty {
            do {
                try await store.append(entries, to: database)
            } catch {
                // All of them, also who was refused: that may have been decided on a tree that did not come to be.
                for write in batch { write.answer(.failure(.unavailable)) }
                return
            }
            sequence.withLock { [last] in $0 = last }
        }
        for decision in decided {
            if let entry = decision.entry { state.publish(decision.root, paths: entry.changes.map(\.path), now: decision.now) }
            decision.answer(decision.result)
        }
        if !entries.isEmpty { snapshotIfDue(TreeSnapshot(root: head, sequence: last), after: entries) }
    }

    /// - Throws: `DatabaseError` for what the rules or the limits of the tree do not allow now.
    func check(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) {
        let (root, rules) = state.rootAndRules
        _ = try outcome(of: operation, by: requester, on: root, rules: rules, now: now())
    }

    private func decide(_ write: WriteQueue.Write, on head: Node, rules: SecurityRules, sequence: Int64) -> Decided {
        let now = now()
        let operation = write.operation
        do throws(DatabaseError) {
            let (changes, after) = try outcome(of: operation, by: write.requester, on: head, rules: rules, now: now)
            if let expected = operation.expectedHash, head[operation.path].hash != expected {
                let mayRead = ReadCheck(rules: rules, root: head, now: now, path: operation.path).allows(write.requester)
                throw .stale(current: mayRead ? head[operation.path] : nil)
            }
            let mayTell =
                !operation.holdsIncrement || ReadCheck(rules: rules, root: after, now: now, path: operation.path).allows(write.requester)
            return Decided(
                answer: write.answer, result: .success(WriteOutcome(node: mayTell ? after[operation.path] : operation.asked, now: now)),
                entry: after.isIdentical(to: head) ? nil : TreeLogEntry(sequence: sequence, changes: changes), root: after, now: now)
        } catch {
            return Decided(answer: write.answer, result: .failure(error), entry: nil, root: head, now: now)
        }
    }

    private func outcome(
        of operation: WriteOperation, by requester: Requester, on head: Node, rules: SecurityRules, now: Double
    ) throws(DatabaseError) -> (changes: [TreeChange], after: Node) {
        let changes = operation.changes.map { $0.resolvingServerValues(on: head, now: now) }
        if let error = Self.depthError(changes) { throw .tree(error) }
        let after = changes.reduce(head) { $0.applying($1) }
        if case .user(let auth) = requester {
            let request = RulesRequest(root: head, auth: auth, now: now)
            guard rules.write(changes.map(\.path), after: after, request).isAllowed else { throw .permissionDenied }
        }
        return (changes, after)
    }

    /// The reader of the JSON bounds what it reads; a path above it adds to that.
    private static func depthError(_ changes: [TreeChange]) -> TreeError? {
        let max = TreeLimits.standard.maxDepth
        for case .set(let path, let node) in changes where path.keys.count + node.depth > max { return .depth(max: max) }
        return nil
    }

    /// Beside the writes: the tree is a value that they do not change.
    private func snapshotIfDue(_ snapshot: TreeSnapshot, after entries: [TreeLogEntry]) {
        let bytes = entries.reduce(0) { $0 + $1.estimatedBytes }
        guard snapshots.withLock({ $0.add(writes: entries.count, bytes: bytes) }) else { return }
        Task(priority: .utility) { [store, database] in
            try? await store.save(snapshot, of: database)
            let bytes = snapshot.root.estimatedBytes
            snapshots.withLock { $0.end(bytes: bytes) }
        }
    }
}
