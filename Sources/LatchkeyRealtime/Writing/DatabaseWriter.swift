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
    ///
    /// - Parameter former: the text of the rules that they shall take the place of; nil for whatever they are.
    /// - Throws: `RulesChanged` if they are others.
    func replace(rules: SecurityRules, over former: String?, by author: String?) async throws {
        let result = await withCheckedContinuation { continuation in
            queue.withLock { $0.add(WriteQueue.Rules(rules: rules, author: author, former: former) { continuation.resume(returning: $0) }) }
            work()
        }
        try result.get()
    }

    /// What waits for the batch under way to end.
    var waitingCount: Int { queue.withLock { $0.waitingCount } }

    private func work() {
        if queue.withLock({ $0.begin() }) { Task { await drain() } }
    }

    private func drain() async {
        while let next = queue.withLock({ $0.next() }) {
            switch next {
            case .writes(let batch): await commit(batch)
            case .rules(let rules): await change(rules)
            }
        }
    }

    private func change(_ job: WriteQueue.Rules) async {
        do {
            // Only this task changes them.
            if let former = job.former, former != state.rules.text { throw RulesChanged() }
            let instant = now()
            try await store.save(RulesEdit(job.rules.text, savedAt: Int64(instant), author: job.author), of: database)
            state.replace(rules: job.rules, now: instant)
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
                queue.withLock { $0.finish(batch) }
                // All of them, also who was refused: that may have been decided on a tree that did not come to be.
                for write in batch { write.answer(.failure(.unavailable)) }
                return
            }
            sequence.withLock { [last] in $0 = last }
        }
        // Before anybody is answered, who may ask for the next write at once.
        queue.withLock { $0.finish(batch) }
        for decision in decided {
            if let entry = decision.entry { state.publish(decision.root, paths: entry.changes.map(\.path), now: decision.now) }
            decision.answer(decision.result)
        }
        if !entries.isEmpty { snapshotIfDue(TreeSnapshot(root: head, sequence: last), after: entries) }
    }

    /// - Throws: `DatabaseError` for what the rules or the limits of the tree do not allow now to be left for later.
    func check(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) {
        var operation = operation
        operation.isLeftBehind = true
        _ = try simulate(operation, by: requester)
    }

    /// What a write would leave behind now.
    ///
    /// - Throws: `DatabaseError` as the write would.
    func simulate(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) -> WriteOutcome {
        let (root, rules) = state.rootAndRules
        return try WriteDecision(
            operation, by: requester, on: root, rules: rules, settings: state.settings, now: now(), denials: state.denials
        ).outcome
    }

    /// Which rules would be asked about a write now, and what they are; nil for administrators.
    ///
    /// - Throws: `DatabaseError` for what is beyond the limits of the tree.
    func explain(
        _ operation: WriteOperation, by requester: Requester, under others: SecurityRules?
    ) throws(DatabaseError) -> Explanation? {
        let ((root, rules), now) = (state.rootAndRules, now())
        let (changes, after) = try WriteDecision.changes(operation, on: root, now: now)
        guard case .user(let auth) = requester else { return nil }
        return (others ?? rules).explainWrite(changes.map(\.path), after: after, RulesRequest(root: root, auth: auth, now: now))
    }

    private func decide(_ write: WriteQueue.Write, on head: Node, rules: SecurityRules, sequence: Int64) -> Decided {
        let now = now()
        do throws(DatabaseError) {
            let decision = try WriteDecision(
                write.operation, by: write.requester, on: head, rules: rules, settings: state.settings, now: now, denials: state.denials)
            return Decided(
                answer: write.answer, result: .success(decision.outcome),
                entry: decision.after.isIdentical(to: head) ? nil : TreeLogEntry(sequence: sequence, changes: decision.changes),
                root: decision.after, now: now)
        } catch {
            return Decided(answer: write.answer, result: .failure(error), entry: nil, root: head, now: now)
        }
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
