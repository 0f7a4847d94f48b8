import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb
import Synchronization

/// The connected clients, by the session ID from the hello message.
///
/// A session ID is unguessable and known only to its client. It authorizes ending the session or moving it to a WebSocket.
final class DatabaseClients: Sendable {
    private struct Client {
        let session: SocketSession
        var poll: PollSession?
    }

    private struct State {
        var clients: [String: Client] = [:]
        var polls = 0
        var pollsByNetwork: [String: Int] = [:]

        mutating func release(_ id: String) {
            guard let poll = clients[id]?.poll else { return }
            clients[id]?.poll = nil
            polls -= 1
            let left = pollsByNetwork[poll.network, default: 1] - 1
            pollsByNetwork[poll.network] = left == 0 ? nil : left
        }
    }

    private let state = Mutex(State())
    /// The open web sockets and event streams of each network. Behind a trusted proxy, the networks are those of its clients, which the limit
    /// of connections does not know.
    let places: PlacesByNetwork

    /// The maximum number of sessions over polls. Between two requests, such a session needs memory and no connection.
    private static let maxPolls = 4096
    /// Prevents one network from taking all sessions.
    static let maxPollsPerNetwork = 1024

    /// - Parameter connections: The maximum number of open connections.
    init(connections: Int) {
        places = PlacesByNetwork(maxPerNetwork: ConnectionRegister.share(of: connections))
    }

    /// The number of sessions over web sockets and over polls.
    var counts: (sockets: Int, polls: Int) { state.withLock { ($0.clients.count - $0.polls, $0.polls) } }

    func add(_ session: SocketSession) {
        state.withLock { $0.clients[session.id] = Client(session: session) }
        SocketSession.profile(session.database, .connect, .root)
    }

    /// - Returns: `false` if the limit for all clients or for the network is reached.
    func add(_ poll: PollSession) -> Bool {
        let isAdded = state.withLock { state in
            guard state.polls < Self.maxPolls, state.pollsByNetwork[poll.network, default: 0] < Self.maxPollsPerNetwork else {
                return false
            }
            state.polls += 1
            state.pollsByNetwork[poll.network, default: 0] += 1
            state.clients[poll.session.id] = Client(session: poll.session, poll: poll)
            return true
        }
        if isAdded { SocketSession.profile(poll.session.database, .connect, .root) }
        return isAdded
    }

    func poll(_ id: String) -> PollSession? {
        state.withLock { $0.clients[id]?.poll }
    }

    func remove(_ id: String) {
        let client = state.withLock { state in
            state.release(id)
            return state.clients.removeValue(forKey: id)
        }
        if let client { SocketSession.profile(client.session.database, .disconnect, .root) }
    }

    /// Stops responding to polls of the session, which continues over its WebSocket.
    func removePoll(_ id: String) {
        state.withLock { $0.release(id) }
    }

    /// Ends all sessions of a database that was removed, and tells their clients not to connect again.
    func end(allOf database: DatabaseID) async {
        // They leave the list as after the end of a credential: with their connection, or after the next poll.
        for session in sessions(of: database) { await session.databaseRemoved() }
    }

    /// Ends all sessions of a database that another node may have, or of a replica.
    func disconnect(allOf database: RealtimeDatabase) async {
        for session in sessions(of: database.id) where session.database === database { await session.databaseGivenUp() }
    }

    /// Whether a client uses a database.
    func isUsed(_ database: RealtimeDatabase) -> Bool {
        database.listenerCount > 0 || sessions(of: database.id).contains { $0.database === database }
    }

    private func sessions(of database: DatabaseID) -> [SocketSession] {
        state.withLock { $0.clients.values.map(\.session).filter { $0.databaseID == database } }
    }

    /// Ends the session that a client had before it lost its connection.
    ///
    /// - Returns: The database of the session, or the replica; `nil` if there is no such session.
    func end(_ id: String, of database: DatabaseID) async -> RealtimeDatabase? {
        let client = state.withLock { state -> Client? in
            guard let client = state.clients[id], client.session.databaseID == database else { return nil }
            state.release(id)
            state.clients[id] = nil
            return client
        }
        guard let client else { return nil }
        await client.poll?.end()
        await client.session.end()
        SocketSession.profile(client.session.database, .disconnect, .root)
        return client.session.database
    }
}
