import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import LatchkeyWeb

/// Connections beyond the share of their network.
@Suite(.timeLimit(.minutes(5))) struct ConnectionRefusalTests {
    @Test func networkBeyondItsShareGets429() async throws {
        // A quarter of four.
        let refused = RefusedConnections(logger: Logger(label: "test"))
        let register = ConnectionRegister(capacity: 4, answered: 2, trustedProxies: [], countsThisMachine: true, refused: refused)
        let router = Router()
        router.get("/") { _, _ in "hello" }
        let app = Application(
            router: router, server: HTTPServerBuilder { LoopBoundChannel(responder: $0, register: register) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await app.test(.live) { client in
            let port = try #require(client.port)
            try await client.execute(uri: "/", method: .get) { response in #expect(response.status == .ok) }
            let reply = try await Self.reply(port: port)
            #expect(reply.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
            #expect(reply.lowercased().contains("\r\nretry-after: 5\r\n"))
            #expect(reply.contains(#""status":"RESOURCE_EXHAUSTED""#))
            #expect(refused.counts == .init(network: 1, full: 0))
        }
    }

    @Test func aRepeatedWarningIsDueAfterAMinute() {
        var warning = WarningInterval()
        let start = ContinuousClock.now
        #expect(warning.add(at: start) == 1)
        #expect(warning.add(at: start + .seconds(1)) == nil)
        #expect(warning.add(at: start + .seconds(59)) == nil)
        #expect(warning.add(at: start + .seconds(60)) == 3)
        #expect(warning.add(at: start + .seconds(61)) == nil)
    }

    /// Sends a request on a new connection and returns everything received until the server closes its half.
    private static func reply(port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            var text = ""
            for try await part in inbound { text += String(buffer: part) }
            return text
        }
    }
}
