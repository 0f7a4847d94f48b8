import LatchkeySecrets
import NIOCore
import NIOHTTP1
import NIOPosix

/// Waits on 127.0.0.1, on a port that the system picks and under a path that nobody can guess, for one request.
///
/// Only IPv4: the address is the one place where the name `localhost`, which others can redefine, does not come in.
struct LoopbackListener: Sendable {
    /// The address for the browser to come back to.
    let address: String
    /// The one answer, or none when the listener is stopped before.
    let answers: AsyncStream<WebFlowCallback>

    private let channel: any Channel
    private let finish: @Sendable () -> Void

    /// - Parameters:
    ///   - path: The path without its slash, unguessable.
    ///   - read: Says what a query means; as long as it is ``WebFlowCallback/unrelated``, the listener goes on waiting.
    static func start(
        path: String = RandomTokens.system.token(), read: @escaping @Sendable (_ query: String) -> WebFlowCallback
    ) async throws -> LoopbackListener {
        let (answers, continuation) = AsyncStream.makeStream(of: WebFlowCallback.self)
        let gate = LoopbackGate(path: "/" + path, read: read) { answer in
            continuation.yield(answer)
            continuation.finish()
        }
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 16)
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // A connection that says nothing, or does not end, is not kept.
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(10)))
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: true)
                    try pipeline.addHandler(LoopbackHandler(gate))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
            let host = "127.0.0.1:\(channel.localAddress?.port ?? 0)"
            return LoopbackListener(address: "http://\(host)/\(path)", answers: answers, channel: channel) {
                continuation.finish()
            }
        } catch {
            throw AuthError.make(
                .webInternalError, reason: "The sign-in has no port to come back to.", underlying: error)
        }
    }

    private init(
        address: String, answers: AsyncStream<WebFlowCallback>, channel: any Channel, finish: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.answers = answers
        self.channel = channel
        self.finish = finish
    }

    /// Takes no more connections; a page that is being sent is still sent.
    func stop() async {
        finish()
        try? await channel.close().get()
    }
}
