package import NIOCore
package import NIOHTTP1

/// Closes the connection after a request of HTTP/1.0 without `Connection: keep-alive`, as RFC 9112, section 9.3, requires.
///
/// Hummingbird does not know the version of a request. It closes a connection after a request with `Connection: close`, so this handler
/// adds that field. Clients such as `ab` read a response until the connection is closed.
package final class HTTP10Closing: ChannelInboundHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0, !head.isKeepAlive else {
            return context.fireChannelRead(data)
        }
        head.headers.replaceOrAdd(name: "connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
