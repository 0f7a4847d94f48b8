import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import NIOWebSocket

/// Serves the clients that are connected through WebSockets.
public final class SocketServer: Sendable {
    private let parts: DatabaseParts
    private let resolver: DatabaseResolver
    /// Rejects requests from web pages to an emulator, as over HTTP; `nil` on a production server.
    private let gate: (any RequestGate)?

    private let clientAddress: ClientAddress

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

    func serve(_ channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, _ head: SocketRequestHead, logger: Logger) async {
        let outgoing = OutgoingMessages { [channel = channel.channel] in channel.close(promise: nil) }
        let address = clientAddress.address(from: channel.channel.remoteAddress?.ipAddress, headers: head.fields)
        let network = AddressRange.countedNetwork(of: address)
        let connection = SocketConnection(
            channel: channel, outgoing: outgoing, round: parts.rounds.round(of: channel.channel.eventLoop),
            supply: ClientSupply(parts.supply, network: network), logger: logger)
        guard parts.clients.sockets.enter(network) else {
            // Clients reconnect with increasing delays.
            outgoing.finish()
            return await connection.run(nil)
        }
        defer { parts.clients.sockets.leave(network) }
        let host = DatabaseHost.name(
            authority: head.host, headers: head.fields, from: channel.channel.remoteAddress?.ipAddress, parts.accounts.trustedProxies)
        do {
            if let refusal = gate?.refusal(authority: head.host, headers: head.fields) { throw DatabaseRefusal(.forbidden, refusal) }
            let database = try await resolver.database(head.query["ns"], host: host)
            if let id = head.query["s"].unlessEmpty { return await carryOn(id, of: database.id, connection, host: host) }
            let session = SocketSession(
                id: parts.accounts.random.token(), database: database, resolver: resolver, outgoing: outgoing, logger: logger)
            if let last = head.query["ls"] { await parts.clients.end(last, of: database.id) }
            parts.clients.add(session)
            outgoing.send(SocketMessage.hello(session: session.id, host: host, milliseconds: parts.milliseconds))
            await connection.run(session)
            // The session stays registered until it has ended, so that a client that reconnects with its ID waits for that.
            await session.end()
            parts.clients.remove(session.id)
        } catch {
            let broken = error as? UnreadableDatabase
            if let broken { logger.error("a database cannot be opened", metadata: broken.metadata) }
            let refusal = error as? DatabaseRefusal ?? broken.map { DatabaseRefusal($0) }
            outgoing.send(SocketMessage.shutDown(refusal?.message ?? "The database cannot be opened."))
            outgoing.finish()
            await connection.run(nil)
        }
    }

    /// Continues the session of a polling client on this socket.
    private func carryOn(_ id: String, of database: DatabaseID, _ connection: SocketConnection, host: String) async {
        guard let poll = parts.clients.poll(id), poll.session.databaseID == database, let offer = poll.offer(connection.outgoing) else {
            connection.outgoing.send(SocketMessage.reset(host))
            connection.outgoing.finish()
            return await connection.run(nil)
        }
        connection.outgoing.send(SocketMessage.mayMove)
        let limit = Task {
            try await Task.sleep(for: Self.maxMoveTime)
            if !offer.isDone { connection.channel.channel.close(promise: nil) }
        }
        await connection.run(MovingReceiver(poll: poll, offer: offer, outgoing: connection.outgoing))
        limit.cancel()
        await poll.withdraw(offer)
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
