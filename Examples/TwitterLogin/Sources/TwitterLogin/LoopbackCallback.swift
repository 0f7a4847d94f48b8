import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A callback for programs without a URL scheme: the browser returns to this machine (RFC 8252, section 7.3).
///
/// It listens only on 127.0.0.1, on a port chosen by the system, and passes every callback on. ``CallbackReply`` decides which callback is
/// valid.
public struct LoopbackCallback: Sendable {
    /// The callback URL. Register `http://127.0.0.1/callback`; the port may vary.
    public let address: String
    private let channel: any Channel

    /// Starts listening.
    ///
    /// - Parameter router: A router for the scheme `http`.
    public static func start(_ router: CallbackRouter) async throws -> LoopbackCallback {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(10)))
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: true)
                    try pipeline.addHandler(LoopbackCallbackHandler(router))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackCallback(address: "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/callback", channel: channel)
    }

    /// Stops accepting connections.
    public func stop() async {
        try? await channel.close().get()
    }
}

/// A channel handler that responds to a single request per connection and closes the connection.
private final class LoopbackCallbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let router: CallbackRouter
    private var hasAnswered = false

    init(_ router: CallbackRouter) {
        self.router = router
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasAnswered, case .head(let head) = unwrapInboundIn(data) else { return }
        hasAnswered = true
        let host = "127.0.0.1:\(context.channel.localAddress?.port ?? 0)"
        // With DNS rebinding, a foreign page's host name resolves to this machine. The Host header then contains that name.
        let isOurs = head.method == .GET && head.headers["Host"] == [host] && head.uri.prefix { $0 != "?" } == "/callback"
        guard isOurs, let url = URL(string: "http://\(host)\(head.uri)"), router.open(url) else {
            return respond(context, .notFound, "There is nothing here.\n")
        }
        respond(context, .ok, "The program has the response. You can close this window and go back to it.\n")
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) } else { context.fireUserInboundEventTriggered(event) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ text: String) {
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; charset=utf-8", "Content-Length": String(text.utf8.count), "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer", "Connection": "close",
        ]
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
