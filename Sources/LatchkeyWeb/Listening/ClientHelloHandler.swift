import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the first message of a client, and adds TLS with the certificate for it. Then it removes itself.
///
/// A connection that answers a challenge ends with its handshake. Without a certificate, the client gets an alert.
final class ClientHelloHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let certificate: ServerCertificate
    private var received = ByteBuffer()
    private var isDecided = false

    init(_ certificate: ServerCertificate) { self.certificate = certificate }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDecided else { return }
        received.writeImmutableBuffer(unwrapInboundIn(data))
        let hello: ClientHello?
        switch ClientHello.read(received) {
        case .incomplete: return
        case .hello(let found): hello = found
        // The TLS library reports what is wrong.
        case .invalid: hello = nil
        }
        isDecided = true
        guard let (tls, isAnswer) = certificate.context(for: hello) else { return refuse(context) }
        do {
            let pipeline = context.pipeline.syncOperations
            // The handler that is added last is the first that follows this one.
            if isAnswer { try pipeline.addHandler(ChallengeEnd(), position: .after(self)) }
            try pipeline.addHandler(NIOSSLServerHandler(context: tls), position: .after(self))
            context.fireChannelRead(wrapInboundOut(received))
            context.fireChannelReadComplete()
            pipeline.removeHandler(self, promise: nil)
        } catch {
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isDecided, event as? ChannelEvent == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Sends a fatal alert, which TLS 1.3 has in plain text before the handshake (RFC 8446, section 6).
    private func refuse(_ context: ChannelHandlerContext) {
        received.clear()
        // A record of type alert with the version of TLS 1.2 and two bytes: fatal, internal_error.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, 80])), promise: nil)
        context.close(promise: nil)
    }
}

/// Ends a connection after its handshake, which was all that a certificate authority wants (RFC 8737, section 3).
private final class ChallengeEnd: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted? = event as? TLSUserEvent else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}
