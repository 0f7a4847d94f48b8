// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import NIOCore

/// Tells a connection's ``Departure`` when its client closes.
///
/// Hummingbird keeps a connection open after the client has closed its half, because what was asked may still be wanted. Clients of this
/// server close when they give up; one that closes its half and goes on reading is refused only where its password would have to wait.
final class DepartureHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    let departure = Departure()

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent { departure.happen() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        departure.happen()
        context.fireChannelInactive()
    }
}
