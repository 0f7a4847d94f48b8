import LatchkeyTree
import LatchkeyWeb
import Synchronization

/// Counts how much memory a response keeps in use after its node was replaced in the database.
///
/// A slow client keeps its version of the node alive. Data that this version shares with the current one costs nothing; the rest counts as
/// queued for the client. Each response counts separately, even if several hold the same version.
final class HeldVersion: Sendable {
    private struct State {
        /// The stamp of the version that was compared last. Keeping the version itself would keep it in memory.
        var compared: String?
        var next: ContinuousClock.Instant
        var counted = 0
        var isComparing = false
    }

    let interval: Duration
    private let node: Node
    private let current: @Sendable () -> Node
    private let turns: Turns
    private let now: @Sendable () -> ContinuousClock.Instant
    private let add: @Sendable (Int) -> Void
    private let state: Mutex<State>

    static let standardInterval = Duration.seconds(1)
    /// The pause after a comparison, as a multiple of its duration.
    private static let restFactor = 20

    /// - Parameters:
    ///   - node: The node that the response sends.
    ///   - current: Returns the current node at the same path.
    ///   - turns: Limits concurrent comparisons.
    ///   - interval: The shortest time between two comparisons.
    ///   - now: Returns the current time.
    ///   - add: Counts additional bytes.
    init(
        _ node: Node, current: @escaping @Sendable () -> Node, turns: Turns, interval: Duration = standardInterval,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, add: @escaping @Sendable (Int) -> Void
    ) {
        self.node = node
        self.current = current
        self.turns = turns
        self.interval = interval
        self.now = now
        self.add = add
        state = Mutex(State(compared: node.stamp, next: now().advanced(by: interval)))
    }

    /// Compares the versions if the database has changed and no other comparison runs.
    func count() async {
        let other = state.withLock { state -> Node? in
            guard !state.isComparing, now() >= state.next else { return nil }
            let other = current()
            let stamp = other.stamp
            guard stamp == nil || stamp != state.compared else { return nil }
            state.isComparing = true
            state.compared = stamp
            return other
        }
        guard let other else { return }
        let (bytes, duration) = await turns.takeElsewhere { [node, now] in
            let start = now()
            return (node.unsharedBytes(with: other), start.duration(to: now()))
        }
        let further = state.withLock { state in
            state.isComparing = false
            state.next = now().advanced(by: max(interval, duration * Self.restFactor))
            defer { state.counted = max(state.counted, bytes) }
            return bytes - state.counted
        }
        if further > 0 { add(further) }
    }
}
