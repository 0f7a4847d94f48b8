import HummingbirdCore
package import Logging
package import NIOCore
import NIOTLS

/// A connection with TLS, whose client chooses the version of HTTP (ALPN, RFC 7301): `h2` for HTTP/2 (RFC 9113), otherwise HTTP/1.1.
package struct NegotiatedChannel<Child: ConnectionChannel>: ListenerChannel {
    /// A connection before its TLS handshake, which determines the version.
    package struct Value: ServerChildChannelValue {
        let outcome: EventLoopFuture<Outcome>
        package let channel: any Channel
    }

    enum Outcome: Sendable {
        case http1(Child.Value)
        case http2(HTTP2Streams)
    }

    private let child: Child
    private let drain: Drain

    /// - Parameters:
    ///   - child: Serves HTTP/1.1, and responds to the requests of both versions.
    ///   - drain: When it has begun, a connection accepts no more requests than those that its client has sent already.
    package init(_ child: Child, drain: Drain) {
        self.child = child
        self.drain = drain
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        // A client that never finishes its handshake counts as one that sends no request.
        child.admit(channel)
        return channel.eventLoop.makeCompletedFuture {
            let handshake = UnfinishedHandshake()
            let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Outcome> { result in
                channel.pipeline.syncOperations.removeHandler(handshake, promise: nil)
                guard case .negotiated(HTTPVersionNames.http2) = result else {
                    return child.setup(channel: channel, logger: logger).map { .http1($0) }
                }
                return channel.eventLoop.makeCompletedFuture { .http2(try connection.streams(of: channel, logger: logger)) }
            }
            try channel.pipeline.syncOperations.addHandlers(handshake, negotiation)
            return Value(outcome: negotiation.protocolNegotiationResult, channel: channel)
        }
    }

    package func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http1(let connection): await child.handle(value: connection, logger: logger)
            case .http2(let streams): await serve(streams, on: value.channel, logger: logger)
            }
        } catch {
            logger.debug("a connection ended before its handshake", metadata: ["why": "\(error)"])
            value.channel.close(promise: nil)
        }
    }

    package func ended() async { await child.ended() }

    /// Not inlined, because a task allocates memory for all branches of a function, which HTTP/1.1 does not need.
    @inline(never) private func serve(_ streams: HTTP2Streams, on channel: any Channel, logger: Logger) async {
        await connection.serve(streams, on: channel, logger: logger)
    }

    private var connection: HTTP2Connection<Child> { HTTP2Connection(child, drain: drain) }
}

/// Closes a connection whose client has not finished the TLS handshake when a shutdown closes connections without a request. Afterwards, the
/// handlers of its version of HTTP do that.
private final class UnfinishedHandshake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias InboundOut = Any

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

/// The names of the versions of HTTP in TLS (RFC 7301, section 6; RFC 9113, section 3.1).
package enum HTTPVersionNames {
    static let http2 = "h2"
    package static let http1 = "http/1.1"
    /// All versions, the preferred one first.
    package static let all = [http2, http1]
}
