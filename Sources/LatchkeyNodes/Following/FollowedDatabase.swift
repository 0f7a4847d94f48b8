import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb
import NIOCore
import ServiceLifecycle
import Synchronization

/// A database of this node that another node follows.
final class FollowedDatabase: Sendable {
    /// Ends the session of a client at any node.
    typealias EndSession = @Sendable (_ id: String, FollowedDatabase) async -> Void

    let database: RealtimeDatabase
    private let link: NodeLink
    private let endSession: EndSession
    private let requests = LinkRequests()
    /// The clients of the other node with on-disconnect writes.
    private let clients = Mutex<Set<String>>([])
    private let opening = Mutex<FollowedOpening?>(nil)
    /// The requests that change the on-disconnect writes, by the ID of their client.
    private let changes = OrderedTasks()

    init(_ database: RealtimeDatabase, _ link: NodeLink, endSession: @escaping EndSession) {
        self.database = database
        self.link = link
        self.endSession = endSession
    }

    /// Serves the other node until the link ends, and then executes the on-disconnect writes of its clients.
    ///
    /// - Throws: An error if they could not be executed. The node that opens the database next executes them.
    func serve() async throws {
        defer { requests.end() }
        let (follower, state): (FollowerID, FollowedState)
        do throws(DatabaseError) {
            (follower, state) = try database.follow { [link] change in
                link.send(bytes: change.estimatedBytes) { try OwnerMessage.change(change).bytes }
            }
        } catch {
            return await link.discard()
        }
        let opening = FollowedOpening(state)
        self.opening.withLock { $0 = opening }
        do {
            try await link.run(opening, beat: { try OwnerMessage.beat.bytes }) { [self] in receive(try FollowerMessage($0)) }
        } catch {}
        database.end(follower)
        await changes.finish()
        try await doLeftWrites()
    }

    /// Executes the on-disconnect writes of the other node's clients. It tries again while the store is not available.
    private func doLeftWrites() async throws {
        let left = clients.withLock { $0 }
        guard !left.isEmpty else { return }
        try await database.doLeftWrites(of: left) { error in
            // Clients that wait for the end of a session would wait for the store.
            requests.end()
            if Task.isShuttingDownGracefully { throw error }
        }
    }

    private func receive(_ message: FollowerMessage) {
        switch message {
        case .beat: break
        case .write(let number, let operation, let requester, let evenIfBusy):
            database.submit(operation, by: requester, evenIfBusy: evenIfBusy) { [self] in reply(to: number, $0.map { _ in }) }
        case .keep(let number, let writes, let client, let requester):
            clients.withLock { _ = $0.insert(client) }
            change(client, number) { database in
                do throws(DatabaseError) {
                    try await database.keep(writes, of: client, by: requester)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
        case .forgetLeftWrites(let number, let client):
            clients.withLock { _ = $0.remove(client) }
            change(client, number) { database in
                await database.forgetLeftWrites(of: client)
                return .success(())
            }
        // The changes that were confirmed before are already queued.
        case .catchUp(let number): reply(to: number, .init(database.isCurrent ? nil : .elsewhere))
        case .endSession(let number, let id):
            // The end of this link does not wait for it, because it may wait for the end of another link.
            Task { [self] in
                await endSession(id, self)
                reply(to: number, .success(()))
            }
        case .sessionEnded(let number): requests.finish(number, .success(()))
        }
    }

    /// Changes the on-disconnect writes of a client, after its earlier changes and while other requests are received.
    private func change(
        _ client: String, _ number: Int, _ request: @escaping @Sendable (RealtimeDatabase) async -> LinkRequests.Outcome
    ) {
        changes.add(client) { [self] in reply(to: number, await request(database)) }
    }

    private func reply(to number: Int, _ outcome: LinkRequests.Outcome) {
        link.send { try OwnerMessage.outcome(number, outcome.error).bytes }
    }

    /// Ends the session of a client at the other node. Returns when its on-disconnect writes are durable.
    func endSession(_ id: String) async {
        // Until then, the other node has no clients of the database. A large tree takes long.
        guard opening.withLock({ $0?.isSent ?? false }) else { return }
        _ = await requests.outcome { [link] number in link.send { try OwnerMessage.endSession(number, id).bytes } }
    }
}

extension FollowedChange {
    var estimatedBytes: Int {
        switch self {
        case .write(let changes): changes.linkBytes
        case .rules(let rules): rules.text.utf8.count
        case .settings, .ended: 64
        }
    }
}
