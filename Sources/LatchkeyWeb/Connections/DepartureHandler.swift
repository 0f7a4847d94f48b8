import LatchkeyIdentity
import NIOCore

/// Triggers a connection's ``Departure`` when its client closes.
///
/// Hummingbird keeps a connection open after the client has closed its half, because the client may still expect the response. Clients of
/// this server close the connection when they give up. A client that closes its half and continues to read is rejected only if its
/// password would have to wait for hashing.
final class DepartureHandler: ChannelInboundHandler {
    package typealias InboundIn = NIOAny
    package typealias InboundOut = NIOAny

    let departure = Departure()

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent { departure.happen() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        departure.happen()
        context.fireChannelInactive()
    }
}
