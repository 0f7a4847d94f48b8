import LatchkeyRules
import LatchkeyTree
import Synchronization

/// A log of the most recent denials, 1,000 by default, and their explanations.
///
/// Scope: one node, because an explanation needs the tree that the node had in memory.
///
/// Denied clients do not wait for an explanation. Denials are explained in the background, one at a time; the old tree is released
/// afterwards, so that it does not stay in memory. Explanations have a budget, because clients control the number of denials.
public final class DenialLog: RecentDenials {
    private struct Entry {
        var denial: Denial
        /// Set until the denial is explained.
        var question: DenialRequest?
        var bytes = 0
    }

    private struct State {
        var entries: [DecisionID: Entry] = [:]
        /// The IDs from oldest to newest. The first `dropped` entries are no longer in `entries`.
        var order: [DecisionID] = []
        var dropped = 0
        var bytes = 0
        var waiting: [DecisionID] = []
        var isAtWork = false
        var supply: Double
        var suppliedAt: ContinuousClock.Instant
        var generator = SystemRandomNumberGenerator()
    }

    /// The number of decisions, also of those that are not recorded.
    public let decisions = DecisionCounts()
    private let state: Mutex<State>
    private let maxCount: Int
    private let maxBytes: Int
    private let onExplained: @Sendable (Denial) -> Void
    private let now: @Sendable () -> ContinuousClock.Instant

    /// The maximum budget for explanations. One unit covers 100 nodes.
    private static let maxSupply = 200.0
    private static let supplyPerSecond = 20.0
    private static let nodesPerUnit = 100.0
    private static let (maxPaths, maxPathScalars) = (10, 200)

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - maxCount: The maximum number of denials.
    ///   - maxBytes: The approximate maximum size of all texts, including explanations, in bytes.
    ///   - onExplained: Called with each denial after it is explained, for example to write it to a log.
    ///   - now: The clock for the budget of explanations.
    public init(
        maxCount: Int = 1000, maxBytes: Int = 8 * 1024 * 1024, onExplained: @escaping @Sendable (Denial) -> Void = { _ in },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
        self.onExplained = onExplained
        self.now = now
        state = Mutex(State(supply: Self.maxSupply, suppliedAt: now()))
    }

    /// Returns a denial, and explains it first if that is still pending.
    public func denial(_ id: DecisionID) -> Denial? {
        let (known, question) = state.withLock { ($0.entries[id]?.denial, $0.entries[id]?.question) }
        guard let question else { return known }
        keep(question.explanation(), auth: question.auth, for: id)
        return state.withLock { $0.entries[id]?.denial }
    }

    /// Returns the most recent denials, newest first; of all projects if `project` is `nil`.
    public func last(_ count: Int, of project: String? = nil) -> [Denial] {
        let ids = state.withLock { state in
            var ids: [DecisionID] = []
            for id in state.order[state.dropped...].reversed() where ids.count < count {
                if project == nil || state.entries[id]?.denial.project == project { ids.append(id) }
            }
            return ids
        }
        return ids.compactMap { denial($0) }
    }

    func add(_ occasion: Denial.Occasion, at database: DatabaseID, _ question: DenialRequest) -> DecisionID {
        decisions.countDenied()
        let (paths, query): ([TreePath], Query?) =
            switch question.subject {
            case .read(let path, let query): ([path], query.isUnfiltered ? nil : query)
            case .write(let paths, _): (paths, nil)
            }
        let shown = paths.prefix(Self.maxPaths).map { String($0.description.unicodeScalars.prefix(Self.maxPathScalars)) }
        var uid: String?
        if case .string(let text) = question.request.auth["uid"] { uid = String(text.unicodeScalars.prefix(Self.maxPathScalars)) }
        let size = question.size(upTo: Int(Self.maxSupply * Self.nodesPerUnit))
        let (id, isFirst) = state.withLock { state in
            let id = DecisionID.random(using: &state.generator)
            let denial = Denial(
                id: id, at: question.request.now, project: database.project, database: database.name, occasion: occasion, paths: shown,
                pathCount: paths.count, query: query.map { String($0.queryObjectText.unicodeScalars.prefix(1000)) }, uid: uid,
                rulesVersion: question.rules.version)
            let isSupplied = take(min(1 + Double(size) / Self.nodesPerUnit, Self.maxSupply), from: &state)
            insert(Entry(denial: denial, question: isSupplied ? question : nil, bytes: Self.bytes(of: denial)), into: &state)
            guard isSupplied else { return (id, false) }
            state.waiting.append(id)
            defer { state.isAtWork = true }
            return (id, !state.isAtWork)
        }
        if isFirst { Task(priority: .utility) { work() } }
        return id
    }

    private func take(_ cost: Double, from state: inout State) -> Bool {
        let now = now()
        let seconds = state.suppliedAt.duration(to: now) / .seconds(1)
        state.supply = min(Self.maxSupply, state.supply + seconds * Self.supplyPerSecond)
        state.suppliedAt = now
        guard state.supply >= cost else { return false }
        state.supply -= cost
        return true
    }

    /// The approximate size of a denial's texts, without the explanation.
    private static func bytes(of denial: Denial) -> Int {
        200 + denial.paths.reduce(0) { $0 + $1.utf8.count } + (denial.query?.utf8.count ?? 0) + (denial.uid?.utf8.count ?? 0)
    }

    private func insert(_ entry: Entry, into state: inout State) {
        state.entries[entry.denial.id] = entry
        state.order.append(entry.denial.id)
        state.bytes += entry.bytes
        dropWhatIsTooMuch(of: &state)
    }

    /// Drops the oldest denials while the log exceeds its limits. The newest one stays regardless of its size.
    private func dropWhatIsTooMuch(of state: inout State) {
        while state.order.count - state.dropped > 1, state.order.count - state.dropped > maxCount || state.bytes > maxBytes {
            Self.dropOldest(of: &state)
        }
    }

    private static func dropOldest(of state: inout State) {
        state.bytes -= state.entries.removeValue(forKey: state.order[state.dropped])?.bytes ?? 0
        state.dropped += 1
        guard state.dropped * 2 > state.order.count else { return }
        state.order.removeFirst(state.dropped)
        state.dropped = 0
    }

    /// Explains the queued denials until the queue is empty.
    private func work() {
        while true {
            let (id, question): (DecisionID?, DenialRequest?) = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.isAtWork = false
                    return (nil, nil)
                }
                let id = state.waiting.removeFirst()
                return (id, state.entries[id]?.question)
            }
            guard let id else { return }
            if let question { keep(question.explanation(), auth: question.auth, for: id) }
            if let denial = state.withLock({ $0.entries[id]?.denial }) { onExplained(denial) }
        }
    }

    private func keep(_ explanation: Explanation, auth: String, for id: DecisionID) {
        state.withLock { state in
            guard state.entries[id]?.question != nil else { return }
            let bytes = explanation.estimatedBytes + auth.utf8.count
            state.entries[id]?.denial.explanation = explanation
            state.entries[id]?.denial.auth = auth
            state.entries[id]?.bytes += bytes
            state.entries[id]?.question = nil
            state.bytes += bytes
            dropWhatIsTooMuch(of: &state)
        }
    }
}
