import AsyncHTTPClient
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import LatchkeyOAuth
import LatchkeyServerTestSupport
import NIOCore
import NIOPosix
import Testing

@testable import LatchkeyProviders
@testable import LatchkeyWeb

/// Providers and clients that send one byte at a time do not hold resources for long.
@Suite struct SlowPeersTests {
    /// Sends some text on every connection and then one byte at a time, for a minute.
    private final class Drip: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        let beginning: String

        init(beginning: String) {
            self.beginning = beginning
        }

        func channelActive(context: ChannelHandlerContext) {
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(string: beginning), promise: nil)
            let drip = channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(20)) { _ in
                channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
            }
            channel.closeFuture.whenComplete { _ in drip.cancel() }
        }
    }

    @Test(arguments: [
        ("the body drips", "HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n"), ("the head drips", "HTTP/1.1 200 OK\r\nX-Slow: "),
    ])
    func aProvidersWholeReplyIsWithinTheDeadline(_ name: String, _ beginning: String) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.addHandler(Drip(beginning: beginning))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let request = try ProviderRequest(method: .get, url: "http://127.0.0.1:\(port)/user")
        // Without a limit, the body would be complete after a minute, without an error.
        let error = await #expect(throws: OAuthError.self) {
            try await TargetClient.with(.ofThisMachine, configuration: .init(redirectConfiguration: .disallow)) { client in
                _ = try await HTTPProviderTransport(client: client).send(request, within: .milliseconds(200))
            }
        }
        #expect(error?.code == .providerUnavailable)
        try await server.close()
    }

    @Test func slowRequestHeadIsDisconnected() async throws {
        let router = Router()
        router.get("/") { _, _ in "hello" }
        let app = Application(
            router: router, server: HTTPServerBuilder { LoopBoundChannel(responder: $0, idleTimeout: .milliseconds(200)) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await app.test(.live) { client in
            let port = try #require(client.port)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelInitializer { channel in
                    channel.pipeline.addHandler(Drip(beginning: "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "))
                }
                .connect(host: "127.0.0.1", port: port).get()
            // Gives up in the end, so that a server without a timeout fails the test instead of hanging it.
            let giveUp = channel.eventLoop.scheduleTask(in: .seconds(50)) { channel.close(promise: nil) }
            try await channel.closeFuture.get()
            giveUp.cancel()
            await #expect(throws: EventLoopError.cancelled) { try await giveUp.futureResult.get() }
        }
    }

    @Test func slowBodyTimesOut() async throws {
        let endless = AsyncStream<ByteBuffer> {
            await Task.yield()
            return ByteBuffer(string: "x")
        }
        let request = Request(
            head: .init(method: .post, scheme: "http", authority: "localhost", path: "/"), body: RequestBody(asyncSequence: endless))
        let error = await #expect(throws: HTTPError.self) {
            _ = try await request.bytes(upTo: .max, within: .milliseconds(50))
        }
        #expect(error?.status == .requestTimeout)
    }
}
