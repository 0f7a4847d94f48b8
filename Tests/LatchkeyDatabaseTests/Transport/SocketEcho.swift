import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Testing

@testable import LatchkeyDatabase

/// A local server for one test.
struct SocketEcho {
    let server: WebSocketServer
    private let channel: any Channel

    /// Opens WebSockets: sends `greeting` first, then echoes each text; `close` closes the WebSocket first, `break` hangs up. Received
    /// texts also go to `noted`.
    static func start(
        greeting: [WebSocketFrame] = [], refuses: Bool = false, noted: AsyncStream<WebSocketFrame>.Continuation? = nil,
        tls: NIOSSLContext? = nil
    ) async throws -> SocketEcho {
        try await start(isSecure: tls != nil) { channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                let upgrader = NIOWebSocketServerUpgrader(
                    shouldUpgrade: { channel, head in
                        let isMeant = !refuses && head.uri == "/.ws?v=5"
                        return channel.eventLoop.makeSucceededFuture(isMeant ? [:] : nil)
                    },
                    upgradePipelineHandler: { channel, _ in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(EchoHandler(greeting: greeting, noted: noted))
                        }
                    })
                try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                    withServerUpgrade: (
                        upgraders: [upgrader], completionHandler: { $0.pipeline.removeHandler(name: "pages", promise: nil) }
                    ))
                try channel.pipeline.syncOperations.addHandler(Pages(), name: "pages")
            }
        }
    }

    /// Accepts connections and sends nothing.
    static func startSilent() async throws -> SocketEcho {
        try await start { $0.eventLoop.makeSucceededVoidFuture() }
    }

    private static func start(
        isSecure: Bool = false, _ initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> SocketEcho {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer(initializer)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        return SocketEcho(
            server: WebSocketServer(
                isSecure: isSecure, host: "127.0.0.1", port: port, authority: "127.0.0.1:\(port)", path: "/.ws?v=5"),
            channel: channel)
    }

    func stop() async throws { try await channel.close().get() }
}

private final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let greeting: [WebSocketFrame]
    private let noted: AsyncStream<WebSocketFrame>.Continuation?

    init(greeting: [WebSocketFrame], noted: AsyncStream<WebSocketFrame>.Continuation?) {
        self.greeting = greeting
        self.noted = noted
    }

    func handlerAdded(context: ChannelHandlerContext) {
        for frame in greeting { context.write(wrapOutboundOut(frame), promise: nil) }
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        noted?.yield(frame)
        guard frame.opcode == .text else { return }
        if String(buffer: frame.unmaskedData) == "close" {
            context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())), promise: nil)
        }
        if String(buffer: frame.unmaskedData) == "break" { return context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: frame.unmaskedData)), promise: nil)
    }
}

/// Responds to requests that are not for a WebSocket with an error.
private final class Pages: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: ["content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
