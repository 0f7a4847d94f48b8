import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import NIOCore
import Synchronization

/// The link of a replica to the node that has the database, which executes the writes.
final class Replica: Sendable {
    /// The state of the database while it arrives.
    private struct Opening {
        var tree = NodeReader(limits: .stored)
        var rules: SecurityRules?
        var settings: DatabaseSettings?

        /// - Throws: An error if a part is missing.
        mutating func finish() throws -> FollowedState {
            guard let rules, let settings else { throw BadLinkMessage() }
            return FollowedState(root: try tree.finish(), rules: rules, settings: settings)
        }
    }

    private enum State {
        case opening(Opening)
        case open(RealtimeDatabase)
        case over
    }

    private let id: DatabaseID
    private let link: NodeLink
    private let setting: Replicas.Setting
    private let requests = LinkRequests()
    private let state = Mutex(State.opening(Opening()))
    private let wasUnused = Mutex(false)

    /// Those of the owner, so that a slow link refuses writes as a slow disk does.
    private static let limits = DatabaseLimits()

    init(of id: DatabaseID, _ link: NodeLink, _ setting: Replicas.Setting) {
        self.id = id
        self.link = link
        self.setting = setting
    }

    /// Follows the database until the link ends. The replica then refuses everything.
    ///
    /// - Parameter ready: Called once: with the replica when it is complete, or with an error.
    /// - Returns: The replica, if it was complete, and the reason of the end.
    func run(_ ready: @escaping @Sendable (Result<RealtimeDatabase, any Error>) -> Void) async -> (RealtimeDatabase?, any Error) {
        let reason = await Self.reason {
            try await link.run(beat: { try FollowerMessage.beat.bytes }) { [self] bytes in
                try receive(try OwnerMessage(bytes), ready)
            }
        }
        let last = state.withLock { state in
            defer { state = .over }
            return state
        }
        guard case .open(let database) = last else {
            ready(.failure(reason))
            return (nil, reason)
        }
        if !database.hasEnded { database.apply(.ended(.elsewhere)) }
        requests.end()
        return (database, reason)
    }

    private static func reason(_ body: () async throws -> Void) async -> any Error {
        do {
            try await body()
            return NodeLink.End.closed
        } catch {
            return error
        }
    }

    /// Ends the link if no client uses the replica, and none did at the previous call.
    func endIfUnused() {
        guard case .open(let database) = state.withLock({ $0 }) else { return }
        let isUnused = !setting.isUsed(database)
        if wasUnused.withLock({ was in (was && isUnused, was = isUnused).0 }) { link.close() }
    }

    private func receive(_ message: OwnerMessage, _ ready: (Result<RealtimeDatabase, any Error>) -> Void) throws {
        switch message {
        case .beat: break
        case .tree(let json): try open { try $0.tree.read(json) }
        case .begin:
            var followed: FollowedState?
            try open { followed = try $0.finish() }
            guard let followed else { throw BadLinkMessage() }
            let database = RealtimeDatabase(replicaOf: id, followed, owner: self, now: setting.now, denials: setting.denials)
            state.withLock { $0 = .open(database) }
            ready(.success(database))
        case .change(let change): try apply(change)
        case .outcome(let number, let error): requests.finish(number, .init(error))
        case .endSession(let number, let session):
            Task { [self] in
                _ = await setting.endSession(session, id)
                link.send { try FollowerMessage.sessionEnded(number).bytes }
            }
        }
    }

    /// Changes the state that is arriving.
    private func open(_ change: (inout Opening) throws -> Void) throws {
        try state.withLock { state in
            guard case .opening(var opening) = state else { throw BadLinkMessage() }
            // Otherwise, the tree would be copied.
            state = .over
            try change(&opening)
            state = .opening(opening)
        }
    }

    private func apply(_ change: FollowedChange) throws {
        switch (state.withLock { $0 }, change) {
        case (.open(let database), _):
            database.apply(change)
            if case .ended = change { link.close() }
        case (.opening, .rules(let rules)): try open { $0.rules = rules }
        case (.opening, .settings(let settings)): try open { $0.settings = settings }
        default: throw BadLinkMessage()
        }
    }
}

extension Replica: DatabaseOwner {
    var isCurrent: Bool { link.isHeard && requests.isOpen }
    var waitingCount: Int { requests.writes }

    func submit(
        _ operation: WriteOperation, by requester: Requester, evenIfBusy: Bool,
        reply: @escaping @Sendable (Result<WriteOutcome, DatabaseError>) -> Void
    ) {
        // Clients of the socket protocol do not learn the written data from the outcome.
        let bytes = operation.changes.linkBytes
        let number = requests.begin(bytes: bytes, limits: evenIfBusy ? nil : Self.limits) { [now = setting.now] outcome in
            reply(outcome.map { WriteOutcome(node: .empty, now: now()) })
        }
        guard let number else { return }
        link.send(bytes: bytes) { try FollowerMessage.write(number, operation, requester, evenIfBusy: evenIfBusy).bytes }
    }

    func keep(_ writes: [Int: [TreeChange]], of client: String, by requester: Requester) async throws(DatabaseError) {
        try await request(bytes: writes.values.reduce(64) { $0 + $1.linkBytes }) { .keep($0, writes, of: client, requester) }
    }

    func forgetLeftWrites(of client: String) async {
        try? await request { .forgetLeftWrites($0, of: client) }
    }

    func catchUp() async throws(DatabaseError) { try await request { .catchUp($0) } }

    /// Ends the session of a client at any other node. Returns when its on-disconnect writes are durable.
    func endSession(_ session: String) async { try? await request { .endSession($0, session) } }

    private func request(
        bytes: Int = NodeLink.smallBytes, _ message: @escaping @Sendable (Int) -> FollowerMessage
    ) async throws(DatabaseError) {
        let outcome = await requests.outcome { [link] number in link.send(bytes: bytes) { try message(number).bytes } }
        try outcome.get()
    }
}
