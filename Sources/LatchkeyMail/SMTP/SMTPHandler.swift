import LatchkeyIdentity
import NIOCore
import NIOSSL
import NIOTLS

/// Connects a dialogue with the channel of a mail server.
final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: SMTPServer
    private var dialogue: SMTPDialogue
    private var reader = SMTPReplyReader()
    private let tls: NIOSSLContext?
    private let finished: EventLoopPromise<Void>

    /// Creates a handler.
    ///
    /// - Parameter finished: Completed when the server has accepted everything; fails with a ``DeliveryError``.
    init(_ server: SMTPServer, _ dialogue: SMTPDialogue, tls: NIOSSLContext?, finished: EventLoopPromise<Void>) {
        self.server = server
        self.dialogue = dialogue
        self.tls = tls
        self.finished = finished
    }

    func channelActive(context: ChannelHandlerContext) {
        // The name of this machine may lead elsewhere.
        let isHere = context.remoteAddress?.ipAddress.map { AddressRange.isLoopback($0) } ?? false
        if server.protection == .insecure, server.user != nil, !isHere {
            fail(DeliveryError.temporary("\(server.url) is not on this machine, so no password is sent without TLS."), context)
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        do {
            while let byte = bytes.readInteger(as: UInt8.self) {
                guard let reply = try reader.read(byte) else { continue }
                switch try dialogue.receive(reply) {
                case .send(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                case .startTLS:
                    // What an attacker appends to the reply in plain text must not count as sent over TLS.
                    guard bytes.readableBytes == 0, let tls else {
                        throw DeliveryError.temporary("\(server.url) sent data between STARTTLS and TLS.")
                    }
                    try context.pipeline.syncOperations.addHandler(server.tlsHandler(tls), position: .first)
                case .end(let bytes):
                    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                    finished.succeed()
                }
            }
        } catch {
            fail(error, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            do {
                let handler = try context.pipeline.syncOperations.handler(type: NIOSSLClientHandler.self)
                try server.requireName(in: handler.peerCertificate)
                if server.protection == .startTLS {
                    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: dialogue.secured())), promise: nil)
                }
            } catch {
                fail(error, context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    func channelInactive(context: ChannelHandlerContext) {
        finished.fail(DeliveryError.temporary("\(server.url) closed the connection."))
        context.fireChannelInactive()
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        finished.fail(server.deliveryError(error))
        context.close(promise: nil)
    }
}
