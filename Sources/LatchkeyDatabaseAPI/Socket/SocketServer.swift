import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyNodes
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Serves the clients that are connected through WebSockets.
public final class SocketServer: Sendable {
    private let parts: DatabaseParts
    private let resolver: DatabaseResolver
    /// Rejects requests from web pages to an emulator, as over HTTP; `nil` on a production server.
    private let gate: (any RequestGate)?

    private let clientAddress: ClientAddress
    private let serving = WorkUnderWay()

    /// The time limit for a client's move from polls to a WebSocket, which equals the client's own timeout.
    private static let maxMoveTime = Duration.seconds(60)

    /// Creates a server for WebSockets.
    ///
    /// - Parameter parts: The components of the database port.
    public init(_ parts: DatabaseParts) {
        self.parts = parts
        resolver = DatabaseResolver(parts)
        clientAddress = ClientAddress(trustedProxies: parts.accounts.trustedProxies)
        gate = parts.accounts.lenientGate
    }

    /// Adds the handlers of a WebSocket to a channel. Call it on the event loop of the channel.
    func connection(on channel: any Channel, _ head: SocketRequestHead) throws -> SocketConnection {
        let address = clientAddress.address(from: channel.remoteAddress?.ipAddress, headers: head.fields)
        let network = AddressRange.countedNetwork(of: address)
        return try SocketConnection(
            on: channel, head, network: network, supply: ClientSupply(parts.supply, network: network),
            round: parts.rounds.round(of: channel.eventLoop))
    }

    /// The nodes that follow databases of this one; `nil` if there are no other nodes.
    var followers: Followers? { parts.nodes?.followers }

    /// Serves a node that follows a database, until its link ends.
    func serve(_ follower: Follower, logger: Logger) async {
        do {
            try await follower.serve()
        } catch {
            logger.debug("a link of another node ended", metadata: ["why": "\(error)"])
        }
    }

    /// Returns the database of a client: that of this node, or a replica.
    ///
    /// - Throws: `DatabaseOfAnotherNode` if the client has to be passed on.
    private func database(_ head: SocketRequestHead, host: String) async throws -> RealtimeDatabase {
        // The polls of a session that moves to a web socket are at the node that has the database.
        let mayFollow = head.query["s"].unlessEmpty == nil
        return try await parts.following(mayFollow) { try await resolver.database(head.query["ns"], host: host) }
    }

    /// Opens a connection to the node that has the database of a client.
    ///
    /// - Returns: `nil` if this node serves the client, or refuses it.
    func passOn(_ head: HTTPRequestHead, on channel: any Channel) async -> SocketPassage.Opened? {
        let (request, peer) = (SocketRequestHead(head), channel.remoteAddress?.ipAddress)
        let host = DatabaseHost.name(authority: request.host, headers: request.fields, from: peer, parts.accounts.trustedProxies)
        do {
            _ = try await database(request, host: host)
            return nil
        } catch let other as DatabaseOfAnotherNode {
            guard let address = parts.passage?.address(of: other.node, at: other.address, for: request.fields) else { return nil }
            let fields = PassedRequest.fields(request.fields, from: peer, host: host)
            let opened = try? await SocketPassage.open(to: address, head, fields: fields, on: channel.eventLoop)
            // The session asks again which node has the database.
            if opened == nil { await parts.directory.forget(other) }
            return opened
        } catch {
            // The session reports it.
            return nil
        }
    }

    /// Begins to serve a connection.
    ///
    /// Returns once its session has begun, because a task that waited for the end would keep several kilobytes. ``ended()`` waits for the end.
    func serve(_ connection: SocketConnection, logger: Logger) async {
        serving.begin()
        let finish = await withTaskExecutorPreference(connection.executor) { await begin(connection, logger: logger) }
        connection.channel.closeFuture.whenComplete { [serving] _ in
            Task(executorPreference: connection.executor) {
                await finish()
                await connection.handled()
                serving.end()
            }
        }
    }

    /// Waits until the sessions of all connections have ended. Call it once, when no more connections begin.
    func ended() async { await serving.finish() }

    /// Opens the session of a connection.
    ///
    /// - Returns: Called when the connection is closed.
    private func begin(_ connection: SocketConnection, logger: Logger) async -> @Sendable () async -> Void {
        guard let head = connection.takeHead() else { return {} }
        guard let place = parts.clients.places.take(connection.network) else {
            // Clients reconnect with increasing delays. A message would end them for good.
            await connection.finish(closing: SocketReader.tryAgainLater)
            return {}
        }
        let finish = await open(connection, head, logger: logger)
        return {
            await finish()
            place.leave()
        }
    }

    private func open(
        _ connection: SocketConnection, _ head: SocketRequestHead, logger: Logger
    ) async -> @Sendable () async -> Void {
        let (channel, outgoing) = (connection.channel, connection.outgoing)
        let host = DatabaseHost.name(
            authority: head.host, headers: head.fields, from: channel.remoteAddress?.ipAddress, parts.accounts.trustedProxies)
        do {
            if let refusal = gate?.refusal(authority: head.host, headers: head.fields) { throw DatabaseRefusal(.forbidden, refusal) }
            let peer = channel.remoteAddress?.ipAddress
            guard PassedRequest.isTrusted(head.fields, from: peer, parts.accounts.trustedProxies) else {
                logger.warning("A node passed a web socket on that is not in trusted-proxy", metadata: ["address": "\(peer ?? "-")"])
                await connection.finish(closing: SocketReader.tryAgainLater)
                return {}
            }
            let database = try await database(head, host: host)
            if let id = head.query["s"].unlessEmpty { return await carryOn(id, of: database.id, connection, host: host) }
            let session = SocketSession(
                id: parts.accounts.random.token(), database: database, resolver: resolver, outgoing: outgoing, logger: logger,
                address: clientAddress.address(from: channel.remoteAddress?.ipAddress, headers: head.fields), tracer: parts.tracer,
                timer: channel.eventLoop)
            if let last = head.query["ls"].unlessEmpty { await parts.endSession(last, of: database) }
            parts.clients.add(session)
            // Meanwhile, the sessions of the database may have been ended.
            guard !database.hasEnded else {
                parts.clients.remove(session.id)
                throw DatabaseError.elsewhere
            }
            outgoing.send(SocketMessage.hello(session: session.id, host: host, milliseconds: parts.milliseconds))
            await connection.begin(session)
            return { [clients = parts.clients] in
                // The session stays registered until it has ended, so that a client that reconnects with its ID waits for that.
                await session.end()
                clients.remove(session.id)
            }
        } catch let error where !(error is DatabaseRefusal || error is UnreadableDatabase) {
            // The store cannot be reached, or another node has the database. A message would make the client give up.
            logger.debug("a database cannot be opened", metadata: ["why": "\(error)"])
            await connection.finish(closing: SocketReader.tryAgainLater)
            return {}
        } catch {
            let broken = error as? UnreadableDatabase
            if let broken { logger.error("a database cannot be opened", metadata: broken.metadata) }
            let refusal = error as? DatabaseRefusal ?? broken.map { DatabaseRefusal($0) }
            outgoing.send(SocketMessage.shutDown(refusal?.message ?? "The database cannot be opened."))
            await connection.finish()
            return {}
        }
    }

    /// Continues the session of a polling client on this socket.
    private func carryOn(
        _ id: String, of database: DatabaseID, _ connection: SocketConnection, host: String
    ) async -> @Sendable () async -> Void {
        guard let poll = parts.clients.poll(id), poll.session.databaseID == database, let offer = poll.offer(connection.outgoing) else {
            connection.outgoing.send(SocketMessage.reset(host))
            await connection.finish()
            return {}
        }
        connection.outgoing.send(SocketMessage.mayMove)
        let limit = Task {
            try await Task.sleep(for: Self.maxMoveTime)
            if !offer.isDone { connection.channel.close(promise: nil) }
        }
        await connection.begin(MovingReceiver(poll: poll, offer: offer, outgoing: connection.outgoing))
        return {
            limit.cancel()
            await poll.withdraw(offer)
        }
    }
}

/// Receives the messages of a socket while a session moves to it, and passes later messages on to the session.
private struct MovingReceiver: SocketReceiver {
    let poll: PollSession
    let offer: SocketMove.Offer
    let outgoing: OutgoingMessages

    var maxMessageBytes: Int { get async { await poll.session.maxMessageBytes } }
    var isStranger: Bool { get async { await poll.session.isStranger } }
    var isAdministrator: Bool { get async { await poll.session.isAdministrator } }

    func take(_ text: [UInt8]) async throws {
        if offer.isDone { return try await poll.session.take(text) }
        switch try SocketEnvelope(json: text) {
        case .control("p"): outgoing.send(SocketMessage.pong)
        case .control("a"):
            poll.accept(offer)
            // Messages on this socket come after those sent in polls. Until these were processed, nothing more is read.
            guard await offer.result() else { throw SocketRequestError("the session has ended") }
        default: throw SocketRequestError("a request before the move")
        }
    }
}
