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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        do {
            while let byte = bytes.readInteger(as: UInt8.self) {
                guard let reply = try reader.read(byte) else { continue }
                let action = try dialogue.receive(reply)
                if action == .startTLS {
                    // What an attacker appends to the reply in plain text must not count as sent over TLS.
                    guard bytes.readableBytes == 0, let tls else {
                        throw DeliveryError.temporary("\(server.url) sent data between STARTTLS and TLS.")
                    }
                    try context.pipeline.syncOperations.addHandler(server.tlsHandler(tls), position: .first)
                } else {
                    perform(action, context)
                }
            }
        } catch {
            fail(error, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent, server.protection == .startTLS { perform(dialogue.secured(), context) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(error, context) }

    func channelInactive(context: ChannelHandlerContext) {
        finished.fail(DeliveryError.temporary("\(server.url) closed the connection."))
        context.fireChannelInactive()
    }

    private func perform(_ action: SMTPDialogue.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .startTLS: break
        case .send(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .end(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
            finished.succeed()
        }
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        finished.fail(server.deliveryError(error))
        context.close(promise: nil)
    }
}
