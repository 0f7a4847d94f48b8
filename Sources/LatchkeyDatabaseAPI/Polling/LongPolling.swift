import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyNodes
import LatchkeyRealtime
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOCore
import ServiceLifecycle

/// The WebSocket protocol over long polling, for browsers without a working WebSocket.
///
/// It uses script tags. Their responses wait for messages.
struct LongPolling: Sendable {
    let parts: DatabaseParts
    let resolver: DatabaseResolver
    private let timing: PollSession.Timing
    private let clientAddress: ClientAddress

    static let path = "/.lp"
    private static let resourcePolicy = HTTPField.Name("cross-origin-resource-policy")

    init(_ parts: DatabaseParts, timing: PollSession.Timing = .init()) {
        self.parts = parts
        self.timing = timing
        resolver = DatabaseResolver(parts)
        clientAddress = ClientAddress(trustedProxies: parts.accounts.trustedProxies)
    }

    func respond(to request: Request, context: ServerContext) async -> Response {
        guard PassedRequest.isTrusted(request.headers, from: context.remoteAddress, parts.accounts.trustedProxies) else {
            return DatabaseRefusal.untrustedNode.response
        }
        if let response = await responseOfAnotherNode(to: request, context) { return response }
        do {
            switch try PollRequest(request) {
            case .start(let namespace, let callback, let former):
                return try await start(
                    namespace, callback: callback, former: former,
                    host: DatabaseHost.name(for: request, context, parts.accounts.trustedProxies),
                    address: clientAddress.address(of: request, context: context), timer: context.channel.eventLoop, logger: context.logger)
            case .poll(let id, let password, let namespace, let segments):
                let poll = try poll(id, password)
                // A client that confuses its databases would read from and write to the wrong one.
                if let namespace = namespace.unlessEmpty {
                    let host = DatabaseHost.name(for: request, context, parts.accounts.trustedProxies)
                    let named = try await resolver.database(namespace, host: host).id
                    guard named == poll.session.databaseID else {
                        throw DatabaseRefusal(.notFound, "The session belongs to another database. Begin with “start=t”.")
                    }
                }
                return Self.script(
                    PollScript(callback: poll.callback),
                    try await withGracefulShutdownHandler {
                        try await poll.poll(segments)
                    } onGracefulShutdown: {
                        Task { await poll.end() }
                    })
            case .disconnect(let id, let password):
                // An unknown session is already in the state that the client wants.
                if let poll = try? poll(id, password) { await poll.disconnect() }
                return Response(status: .noContent)
            case .goodbyeFrame: return Self.goodbyeFrame
            }
        } catch let error as DatabaseRefusal {
            return error.response
        } catch let error as any BadDatabaseRequest {
            return DatabaseRefusal.bad(error.description).response
        } catch is DatabaseOfAnotherNode {
            return DatabaseRefusal.elsewhere.response
        } catch let error as StoreTrouble {
            context.logger.error("a database request failed", metadata: ["why": "\(error)"])
            return DatabaseRefusal.noStore.response
        } catch {
            context.logger.error("a database request failed", metadata: ["why": "\(error)"])
            return DatabaseRefusal(.internalServerError, "Internal server error.").response
        }
    }

    private func start(
        _ namespace: String?, callback: Int?, former: String?, host: String, address: String?, timer: any EventLoop, logger: Logger
    ) async throws -> Response {
        let database = try await resolver.database(namespace, host: host)
        if let former { await parts.endSession(former, of: database) }
        guard !database.hasEnded else { throw DatabaseError.elsewhere }
        let id = parts.accounts.random.token()
        let outbox = PollOutbox { [clients = parts.clients] in
            Task { await clients.poll(id)?.end() }
        }
        let sink = MovableSink(outbox)
        let session = SocketSession(
            id: id, database: database, resolver: resolver, outgoing: sink, logger: logger, address: address,
            tracer: parts.tracer, timer: timer)
        let poll = PollSession(
            session, sink: sink, outbox: outbox, callback: callback, password: parts.accounts.random.token(),
            network: address.map(AddressRange.network) ?? "",
            supply: ClientSupply(parts.supply, network: AddressRange.countedNetwork(of: address)), clients: parts.clients, timing: timing)
        guard parts.clients.add(poll) else { throw DatabaseRefusal.tooManyPolls }
        sink.send(SocketMessage.hello(session: id, host: host, milliseconds: parts.milliseconds))
        // Continues after this request, and ends by itself if no poll arrives.
        Task { await poll.run() }
        var script = PollScript(callback: callback)
        script.start(id: id, password: poll.password)
        return Self.script(script, poll.firstReply())
    }

    /// - Throws: `DatabaseRefusal` with status 404, which makes the client in the browser start a new session.
    private func poll(_ id: String, _ password: String) throws(DatabaseRefusal) -> PollSession {
        guard let poll = parts.clients.poll(id), poll.password.equalsInConstantTime(password) else {
            throw DatabaseRefusal(.notFound, "There is no such session. Begin with “start=t”.")
        }
        return poll
    }

    private static func script(_ script: PollScript, _ reply: PollOutbox.Reply) -> Response {
        var script = script
        script.append(reply)
        var headers: HTTPFields = [.contentType: "text/javascript; charset=utf-8"]
        // Pages of any site may load the script. Only clients that know the ID and password of the session receive its messages.
        if let policy = resourcePolicy { headers[policy] = "cross-origin" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: script.bytes)))
    }

    /// The script of a page that clients keep in a hidden frame. When the page is closed, it sends a request to its own URL.
    private static let goodbye = """
        addEventListener("pagehide",function(){navigator.sendBeacon(location.pathname+location.search.replace("dframe=","disconn="))})
        """

    private static var goodbyeFrame: Response {
        let digest = Data(SHA256.hash(data: Data(goodbye.utf8))).base64EncodedString()
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8"]
        headers[.contentSecurityPolicy] =
            "sandbox allow-scripts allow-same-origin; default-src 'none'; script-src 'sha256-\(digest)'; connect-src 'self'"
        let page = "<!DOCTYPE html><title>Goodbye</title><script>\(goodbye)</script>"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: page)))
    }
}
