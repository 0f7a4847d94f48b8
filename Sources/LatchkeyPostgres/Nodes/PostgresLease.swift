import Dispatch
import Foundation
import LatchkeySQL
import LatchkeyTree
import Synchronization

/// The lease of this node on the databases that it opens, and its watch over the leases of other nodes.
///
/// A node raises the beat of its row every second. A node that sees the same beat of another one for a whole ``Timing/term`` removes that
/// row, and the databases of the other node are free. By then the other one no longer answers reads from memory: its term begins before
/// it sends the last beat that PostgreSQL confirmed. Its writes fail as soon as a later term of a database has begun, however late they
/// arrive. Each node measures time with its own monotonic clock. The time of day of the machines is not used.
final class PostgresLease: DatabaseLease {
    /// The times of a lease.
    struct Timing: Sendable {
        /// The time between two beats.
        var interval = Duration.seconds(1)
        /// The time after the last beat at which the databases of a node become free.
        var term = Duration.seconds(8)
        /// The difference in speed of two clocks for which a node makes allowance.
        private static let drift = 0.01

        /// The time for which a node answers reads after it sent a beat.
        var readable: Duration { term * (1 - 2 * Self.drift) }
        /// The beats of other nodes, of which none was seen.
        func noBeats() -> NodeBeats { NodeBeats(term: term, longestGap: interval * 3) }
    }

    /// A change of the leases.
    enum Change: Sendable {
        /// Other nodes may have the databases of this one, which has another lease.
        case databasesLost
        /// The databases of another node have become free.
        case databasesFree
        /// A server has opened the store for itself, or another node has the name or the address of this one.
        case storeLost
    }

    private struct State {
        /// All leases of this process.
        var leases: Set<Int64>
        var lease: Int64
        var readableUntil: ContinuousClock.Instant
        var others: NodeBeats
        var isClosed = false
    }

    /// The claim of a store that several nodes share.
    static let claim: [UInt8] = []
    /// A statement that takes longer would hold up the next beats.
    private static let patience = Duration.seconds(6)
    private static let pause = 0.1
    private static let attempts = 3

    private let place: NodePlace
    private let timing: Timing
    private let line: PostgresLine
    private let state: Mutex<State>
    private let changes = AsyncStream.makeStream(of: Change.self)

    /// Begins a lease.
    ///
    /// - Parameters:
    ///   - connection: A connection that has the lock for nodes. It stays open.
    ///   - waiting: Called before a wait for a former lease, with its length.
    /// - Returns: `nil` if another node with the name or the address runs.
    init?(
        _ login: PostgresLogin, _ connection: PostgresConnection, as place: NodePlace, timing: Timing,
        waiting: (Duration) -> Void
    ) throws {
        guard try Self.endAll(ofNodesAt: place, connection, timing: timing, waiting: waiting) else { return nil }
        let sent = ContinuousClock.now
        guard let lease = try connection.insert(place, besides: []) else { return nil }
        self.place = place
        self.timing = timing
        line = PostgresLine(login, open: connection, patience: Self.patience) { connection in
            try connection.command(PostgresOwner.settings)
            // If a server has the store for itself, the lease has ended too, which the next beat finds.
            _ = try PostgresOwner.tryLock(connection, .nodes)
        }
        state = Mutex(State(leases: [lease], lease: lease, readableUntil: sent + timing.readable, others: timing.noBeats()))
        beatLater()
    }

    /// The number of the current lease.
    var lease: Int64 { state.withLock { $0.lease } }

    /// The time for which the node may answer reads from memory, without another beat.
    var readableTime: Duration { max(.zero, ContinuousClock.now.duration(to: state.withLock { $0.readableUntil })) }

    func isHeld(_ lease: Int64) -> Bool {
        state.withLock { $0.lease == lease && ContinuousClock.now < $0.readableUntil }
    }

    /// All databases of a project are at one node, so that it can remove the data of deleted accounts from all of them.
    func take(_ database: Int, _ id: DatabaseID, in transaction: Transaction) throws -> Int64 {
        let lease = lease
        // The owner may lose the database between both statements.
        for _ in 0..<Self.attempts {
            try transaction.run(
                """
                INSERT INTO store_database_owner (database, lease) SELECT :database, lease FROM store_node
                WHERE lease = :lease AND NOT EXISTS (
                    SELECT 1 FROM store_database_owner AS owner JOIN realtime_database AS other ON other.id = owner.database
                    WHERE other.project = (SELECT project FROM realtime_database WHERE id = :database) AND owner.lease <> :lease)
                ON CONFLICT (database) DO NOTHING
                """,
                [":database": database, ":lease": Int(lease)])
            let owner: (lease: Int, name: String, address: String)? = try transaction.first(
                """
                SELECT store_node.lease, store_node.name, address FROM store_database_owner AS owner
                JOIN store_node ON store_node.lease = owner.lease JOIN realtime_database AS other ON other.id = owner.database
                WHERE other.project = (SELECT project FROM realtime_database WHERE id = :database)
                ORDER BY owner.database = :database DESC
                """,
                [":database": database]
            ) { (try $0.next(), try $0.next(), try $0.next()) }
            guard let owner else { continue }
            guard owner.lease == lease else { throw DatabaseOfAnotherNode(id, node: owner.name, address: owner.address) }
            return lease
        }
        throw PostgresError(message: "the lease of this node has ended")
    }

    /// Waits for a change of the leases. Call it from one task.
    ///
    /// - Returns: `nil` if the store was closed, or the task was cancelled.
    func nextChange() async -> Change? {
        for await change in changes.stream { return change }
        return nil
    }

    /// Ends the lease, so that other nodes can open the databases at once. Call it when nothing writes to them any more.
    func close() {
        state.withLock { $0.isClosed = true }
        changes.continuation.finish()
        // After a beat that is being raised.
        line.performAndWait { _ = try? $0.connected().removeLease(self.lease) }
        line.close()
    }

    // MARK: Beats

    private func beatLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(timing.interval / .nanoseconds(1)))) { [weak self] in
            self?.line.perform { [weak self] line in self?.beat(line) }
        }
    }

    /// Raises the beat, and removes the leases of nodes that no longer run. While PostgreSQL cannot be reached, no lease changes.
    private func beat(_ line: PostgresLine) {
        guard !state.withLock({ $0.isClosed }) else { return }
        if let change = try? renew(on: line.connected()) {
            changes.continuation.yield(change)
            if change == .storeLost { return changes.continuation.finish() }
        }
        if let hasRemoved = try? removeEnded(on: line.connected()), hasRemoved { changes.continuation.yield(.databasesFree) }
        beatLater()
    }

    /// - Returns: The change to report if the lease had ended; `nil` if it was renewed.
    private func renew(on connection: PostgresConnection) throws -> Change? {
        let sent = ContinuousClock.now
        if try connection.raiseBeat(of: lease) {
            state.withLock { $0.readableUntil = sent + timing.readable }
            return nil
        }
        guard try PostgresOwner.tryLock(connection, .nodes) else { return .storeLost }
        guard let lease = try connection.insert(place, besides: state.withLock({ $0.leases })) else { return .storeLost }
        state.withLock { state in
            state.leases.insert(lease)
            state.lease = lease
            state.readableUntil = sent + timing.readable
        }
        return .databasesLost
    }

    /// - Returns: Whether a lease was removed.
    private func removeEnded(on connection: PostgresConnection) throws -> Bool {
        var beats = try connection.beats()
        beats[lease] = nil
        let ended = state.withLock { [beats] in $0.others.look(at: beats, now: .now) }
        return try ended.reduce(false) { try connection.removeLease($1.key, at: $1.value) || $0 }
    }
}

/// Processes that did not end their leases.
extension PostgresLease {
    /// Ends the leases of nodes that do not run, which takes a term.
    ///
    /// - Parameters:
    ///   - place: The name and the address, of which the nodes have at least one; `nil` for all nodes.
    ///   - waiting: Called with the term if there are such leases. Whether a node runs is not known yet.
    /// - Returns: `false` if a node runs.
    static func endAll(
        ofNodesAt place: NodePlace? = nil, _ connection: PostgresConnection, timing: Timing = Timing(), waiting: (Duration) -> Void
    ) throws -> Bool {
        var sightings = timing.noBeats()
        let first = try connection.beats(ofNodesAt: place)
        if !first.isEmpty { waiting(timing.term) }
        while case let beats = try connection.beats(ofNodesAt: place), !beats.isEmpty {
            guard beats.allSatisfy({ first[$0] == $1 }) else { return false }
            for (lease, beat) in sightings.look(at: beats, now: .now) { _ = try connection.removeLease(lease, at: beat) }
            Thread.sleep(forTimeInterval: pause)
        }
        return true
    }
}
