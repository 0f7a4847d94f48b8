import LatchkeyRules
import LatchkeyTree
import Synchronization

/// Executes all writes of a database.
///
/// Writes are decided one at a time, each on the tree that results from the previous one. While a batch is being stored, further writes are
/// queued and stored together in the next batch: the cost of a commit is the disk sync, and one sync covers the whole batch. Writes are
/// confirmed, and visible to readers, only after they are durable.
final class DatabaseWriter: Sendable {
    typealias Reply = @Sendable (Result<WriteOutcome, DatabaseError>) -> Void

    private struct Decided {
        let reply: Reply
        let result: Result<WriteOutcome, DatabaseError>
        /// `nil` if nothing changed.
        let entry: TreeLogEntry?
        let root: Node
        let now: Double
    }

    /// A batch or another change that may have been stored, although the store reported an error.
    private struct Doubt {
        /// The writes of the batch.
        let decided: [Decided]
        /// The number of the last change if the batch was stored.
        let sequence: Int64
    }

    private static let pauseBeforeSettling = Duration.seconds(1)

    private let term: DatabaseTerm
    private let store: any TreeStore
    private let state: DatabaseState
    private let limits: DatabaseLimits
    private let now: @Sendable () -> Double
    private let isCurrent: @Sendable () -> Bool
    private let queue = Mutex(WriteQueue())
    /// The sequence number of the last change. Only the task that drains the queue changes it.
    private let sequence: Mutex<Int64>
    /// The change in doubt; `nil` if there is none. The task that drains the queue settles it before the next change.
    private let doubt = Mutex<Doubt?>(nil)
    private let snapshots: Mutex<SnapshotSchedule>
    /// The last snapshot that was started.
    private let saving = Mutex<Task<Void, Never>?>(nil)

    init(
        _ term: DatabaseTerm, store: any TreeStore, state: DatabaseState, stored: StoredTree, limits: DatabaseLimits,
        now: @escaping @Sendable () -> Double, isCurrent: @escaping @Sendable () -> Bool
    ) {
        self.term = term
        self.store = store
        self.state = state
        self.limits = limits
        self.now = now
        self.isCurrent = isCurrent
        sequence = Mutex(stored.sequence)
        snapshots = Mutex(SnapshotSchedule(limits, log: stored.entries))
    }

    /// Queues a write. Writes are executed, and get their responses, in the order of these calls, except for those that are rejected because too many
    /// are pending.
    func submit(_ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool, reply: @escaping Reply) {
        let write = WriteQueue.Write(
            operation: operation, requester: requester, bytes: operation.changes.reduce(64) { $0 + $1.estimatedBytes }, reply: reply)
        let isTaken = queue.withLock { $0.add(write, limits: evenIfBusy ? nil : limits) }
        if isTaken { work() } else { reply(.failure(.unavailable)) }
    }

    /// Stores new rules after the writes that are already queued.
    ///
    /// - Parameter former: The text of the rules that the caller expects to replace; `nil` to replace any rules.
    /// - Throws: `RulesChanged` if the current rules have a different text.
    func replace(rules: SecurityRules, over former: String?, by author: String?) async throws {
        try await inTurn { [self] in
            try await settleDoubt()
            if let former, former != state.rules.text { throw RulesChanged() }
            let instant = now()
            try await doubting { try await store.save(RulesEdit(rules.text, savedAt: Int64(instant), author: author), in: term) }
            state.replace(rules: rules, now: instant)
        }
    }

    /// Changes the settings after the writes that are already queued.
    ///
    /// - Returns: The settings before and after the change.
    func changeSettings(
        _ edit: @escaping @Sendable (inout DatabaseSettings) throws -> Void
    ) async throws -> (before: DatabaseSettings, after: DatabaseSettings) {
        try await inTurn { [self] in
            try await settleDoubt()
            let before = state.settings
            var after = before
            try edit(&after)
            if after != before {
                try await doubting { [after] in try await store.save(after, in: term) }
                state.replace(settings: after)
            }
            return (before, after)
        }
    }

    /// Removes the database after the writes that are already queued.
    func remove() async throws -> Bool {
        let existed = try await inTurn { [self] in
            guard isCurrent() else { throw DatabaseError.elsewhere }
            let existed = try await store.beginRemoval(of: term.database)
            state.end(.removed)
            return existed
        }
        // A snapshot that is still being stored must not reach another database that gets the name.
        await saving.withLock { $0 }?.value
        return existed
    }

    /// Saves a snapshot, after the one that is being stored.
    func snapshotNow() async throws {
        while true {
            await saving.withLock { $0 }?.value
            let isStarted = try await inTurn { [self] in
                guard snapshots.withLock({ $0.begin() }) else { return false }
                save(TreeSnapshot(root: state.root, sequence: sequence.withLock { $0 }))
                return true
            }
            if isStarted { return await saving.withLock { $0 }?.value ?? () }
        }
    }

    /// Executes a change in the task that drains the queue. Only this task changes the root, the rules and the settings.
    private func inTurn<Value: Sendable>(_ change: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let turn: @Sendable () async -> Void = { [self] in
                if let ended = state.ended { return continuation.resume(throwing: ended) }
                do { continuation.resume(returning: try await change()) } catch { continuation.resume(throwing: error) }
            }
            queue.withLock { $0.add(turn) }
            work()
        }
    }

    /// The number of queued writes and changes, without the batch that is being stored.
    var waitingCount: Int { queue.withLock { $0.waitingCount } }

    private func work() {
        if queue.withLock({ $0.begin() }) { Task { await drain() } }
    }

    private func drain() async {
        while let next = queue.withLock({ $0.next() }) {
            switch next {
            case .writes(let batch): await commit(batch)
            case .change(let change): await change()
            }
        }
    }

    private func commit(_ batch: [WriteQueue.Write]) async {
        if let ended = state.ended { return fail(batch, with: ended) }
        do { try await settleDoubt() } catch { return fail(batch, with: Self.failure(for: error)) }
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
        if entries.isEmpty {
            // The store does not compare the term, and the results may depend on changes of another node.
            guard isCurrent() else { return fail(batch, with: .elsewhere) }
        } else {
            do {
                try await store.append(entries, in: term)
            } catch {
                settleLater(Doubt(decided: decided, sequence: last))
                // Fails all writes, including rejected ones, which may have been decided on a tree that was not stored.
                return fail(batch, with: Self.failure(for: error))
            }
            sequence.withLock { [last] in $0 = last }
        }
        // Frees the capacity before the callbacks, which may submit the next write immediately.
        queue.withLock { $0.finish(batch) }
        for decision in decided {
            publish(decision, now: decision.now)
            decision.reply(decision.result)
        }
        if !entries.isEmpty { snapshotIfDue(TreeSnapshot(root: head, sequence: last), after: entries) }
    }

    private func publish(_ decision: Decided, now: Double) {
        guard let entry = decision.entry else { return }
        state.publish(decision.root, entry.changes, now: now)
    }

    /// Changes the rules or the settings in the store. After an error, the outcome is settled later.
    private func doubting(_ change: () async throws -> Void) async throws {
        do {
            try await change()
        } catch {
            settleLater(Doubt(decided: [], sequence: sequence.withLock { $0 }))
            throw error
        }
    }

    /// Finds out whether the last change was stored if the store has reported an error, for example because the connection to PostgreSQL was
    /// lost during the commit.
    private func settleDoubt() async throws {
        guard let doubt = doubt.withLock({ $0 }) else { return }
        let head = try await store.head(in: term)
        let rules = head.rules == state.rules.text ? nil : try SecurityRules(saved: head.rules)
        let now = now()
        if head.sequence == doubt.sequence {
            sequence.withLock { $0 = doubt.sequence }
            for decision in doubt.decided { publish(decision, now: now) }
        }
        if let rules { state.replace(rules: rules, now: now) }
        if head.settings != state.settings { state.replace(settings: head.settings) }
        self.doubt.withLock { $0 = nil }
    }

    private func settleLater(_ doubt: Doubt) {
        self.doubt.withLock { $0 = doubt }
        settleDoubtLater()
    }

    /// Settles the doubt after a pause, so that readers see a stored change without another one.
    private func settleDoubtLater() {
        Task { [weak self] in
            try? await Task.sleep(for: Self.pauseBeforeSettling)
            guard let self else { return }
            let turn: @Sendable () async -> Void = { [self] in
                guard state.ended == nil else { return }
                do { try await settleDoubt() } catch { if !(error is DatabaseTermEnded) { settleDoubtLater() } }
            }
            queue.withLock { $0.add(turn) }
            work()
        }
    }

    private static func failure(for error: any Error) -> DatabaseError { error is DatabaseTermEnded ? .elsewhere : .unavailable }

    private func fail(_ batch: [WriteQueue.Write], with error: DatabaseError) {
        queue.withLock { $0.finish(batch) }
        for write in batch { write.reply(.failure(error)) }
    }

    private func decide(_ write: WriteQueue.Write, on head: Node, rules: SecurityRules, sequence: Int64) -> Decided {
        let now = now()
        do throws(DatabaseError) {
            let decision = try WriteDecision(
                write.operation, by: write.requester, on: head, rules: rules, settings: state.settings, now: now, denials: state.denials)
            return Decided(
                reply: write.reply, result: .success(decision.outcome),
                entry: decision.after.isIdentical(to: head) ? nil : TreeLogEntry(sequence: sequence, changes: decision.changes),
                root: decision.after, now: now)
        } catch {
            return Decided(reply: write.reply, result: .failure(error), entry: nil, root: head, now: now)
        }
    }

    /// Saves a snapshot in the background if one is due. Concurrent writes do not affect it, because the tree is a value.
    private func snapshotIfDue(_ snapshot: TreeSnapshot, after entries: [TreeLogEntry]) {
        let bytes = entries.reduce(0) { $0 + $1.estimatedBytes }
        guard snapshots.withLock({ $0.add(writes: entries.count, bytes: bytes) }) else { return }
        save(snapshot)
    }

    private func save(_ snapshot: TreeSnapshot) {
        let task = Task(priority: .utility) { [store, term, self] in
            try? await store.save(snapshot, in: term)
            let bytes = snapshot.root.estimatedBytes
            snapshots.withLock { $0.end(bytes: bytes) }
        }
        saving.withLock { $0 = task }
    }
}
