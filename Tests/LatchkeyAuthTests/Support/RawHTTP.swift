import Foundation
import HTTPTypes
import LatchkeyOAuth
import NIOCore
import NIOPosix
import Synchronization

@testable import LatchkeyAuth

/// Sends HTTP byte by byte, invalid if needed.
enum RawHTTP {
    struct Reply: Sendable {
        let text: String
        /// 0 when the connection was closed without a response.
        var status: Int { Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    }

    /// Sends a text to a local port and returns everything received until the connection ends.
    ///
    /// - Throws: When no server listens.
    static func send(_ text: String, port: Int) async throws -> Reply {
        let group = MultiThreadedEventLoopGroup.singleton
        let received = group.any().makePromise(of: String.self)
        do {
            _ = try await ClientBootstrap(group: group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Collector(sending: text, received))
                    }
                }
                .connect(host: "127.0.0.1", port: port).get()
        } catch {
            received.fail(error)
        }
        return Reply(text: try await received.futureResult.get())
    }

    /// Sends a GET for a local URL, with the matching Host header unless `host` is given.
    static func get(_ address: String, host: String? = nil) async throws -> Reply {
        let rest = address.dropFirst("http://".count)
        let authority = String(rest.prefix { $0 != "/" })
        let port = Int(authority.split(separator: ":").last ?? "") ?? 0
        let target = rest.dropFirst(authority.count)
        return try await send("GET \(target) HTTP/1.1\r\nHost: \(host ?? authority)\r\n\r\n", port: port)
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let request: String
        private let received: EventLoopPromise<String>
        private var text = ""

        init(sending request: String, _ received: EventLoopPromise<String>) {
            self.request = request
            self.received = received
        }

        /// Sends at once, on the event loop, so that the listener does not treat the connection as silent on a busy machine.
        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
        }

        func channelInactive(context: ChannelHandlerContext) { received.succeed(text) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    /// A server that sends the same text to every connection and closes it, or sends nothing more.
    static func serve(
        _ text: String, closes: Bool = true
    ) async throws -> (port: Int, requests: @Sendable () -> [String], stop: @Sendable () async -> Void) {
        let requests = Requests()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Speaker(text, closes, requests))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return (channel.localAddress?.port ?? 0, { requests.all.withLock { $0 } }, { try? await channel.close().get() })
    }

    private final class Requests: Sendable {
        let all = Mutex<[String]>([])
    }

    private final class Speaker: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: String
        private let closes: Bool
        private let requests: Requests
        private var received = ""

        init(_ text: String, _ closes: Bool, _ requests: Requests) {
            self.text = text
            self.closes = closes
            self.requests = requests
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += String(buffer: unwrapInboundIn(data))
            guard received.contains("\r\n\r\n") else { return }
            requests.all.withLock { $0.append(received) }
            received = ""
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).whenComplete { [closes] _ in
                if closes { channel.close(promise: nil) }
            }
        }
    }
}
