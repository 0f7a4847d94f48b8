import LatchkeySecrets
import NIOCore
import NIOHTTP1
import NIOPosix

/// A listener on 127.0.0.1 that waits for one callback, on a port chosen by the system and an unguessable path.
///
/// Only IPv4: the literal address avoids the name `localhost`, which can be redefined.
struct LoopbackListener: Sendable {
    /// The URL for the browser to return to.
    let address: String
    /// The callback, or none if the listener is stopped first.
    let replies: AsyncStream<WebFlowCallback>

    private let channel: any Channel
    private let finish: @Sendable () -> Void

    /// Starts a listener.
    ///
    /// - Parameters:
    ///   - path: The path without the leading slash; unguessable.
    ///   - read: Interprets a query. While it returns ``WebFlowCallback/unrelated``, the listener keeps waiting.
    static func start(
        path: String = RandomTokens.system.token(), read: @escaping @Sendable (_ query: String) -> WebFlowCallback
    ) async throws -> LoopbackListener {
        let (replies, continuation) = AsyncStream.makeStream(of: WebFlowCallback.self)
        let gate = LoopbackGate(path: "/" + path, read: read) { reply in
            continuation.yield(reply)
            continuation.finish()
        }
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 16)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // Closes connections that are idle or do not complete.
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(10)))
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: true)
                    try pipeline.addHandler(LoopbackHandler(gate))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
            let host = "127.0.0.1:\(channel.localAddress?.port ?? 0)"
            return LoopbackListener(address: "http://\(host)/\(path)", replies: replies, channel: channel) {
                continuation.finish()
            }
        } catch {
            throw AuthError.make(
                .webInternalError, reason: "The sign-in cannot open a local port for the callback.", underlying: error)
        }
    }

    private init(
        address: String, replies: AsyncStream<WebFlowCallback>, channel: any Channel, finish: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.replies = replies
        self.channel = channel
        self.finish = finish
    }

    /// Stops accepting connections. A response in progress is still sent.
    func stop() async {
        finish()
        try? await channel.close().get()
    }
}
