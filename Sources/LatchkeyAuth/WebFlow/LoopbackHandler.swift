import NIOCore
import NIOHTTP1

/// A channel handler that responds to a single request per connection and closes the connection.
final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: LoopbackGate
    private var hasAnswered = false

    init(_ gate: LoopbackGate) {
        self.gate = gate
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Body parts, and anything after the first request of a connection, are dropped.
        guard !hasAnswered, case .head(let head) = unwrapInboundIn(data) else { return }
        hasAnswered = true
        let port = context.channel.localAddress?.port ?? 0
        switch gate.judge(head, port: port) {
        case .taken(let reply): respond(context, head, .ok, LoopbackPage.html(for: reply), type: "text/html")
        case .refused(let status): respond(context, head, status, status.reasonPhrase + "\n", type: "text/plain")
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The protocol error handler has already responded with 400. Nothing more is read from such a connection.
        context.close(promise: nil)
    }

    private func respond(
        _ context: ChannelHandlerContext, _ request: HTTPRequestHead, _ status: HTTPResponseStatus, _ text: String,
        type: String
    ) {
        let headers: HTTPHeaders = [
            "Content-Type": "\(type); charset=utf-8", "Content-Length": String(text.utf8.count),
            "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

/// The final page of the flow. It repeats nothing from the request.
enum LoopbackPage {
    static func html(for reply: WebFlowCallback) -> String {
        let (title, text) =
            switch reply {
            case .link: ("Done", "You can close this window and go back to the program.")
            default: ("Not signed in", "The sign-in did not finish. You can close this window; the program has the reason.")
            }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title)</title></head>
            <body><h1>\(title)</h1><p>\(text)</p></body>
            </html>

            """
    }
}
