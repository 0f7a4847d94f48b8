import HTTPTypes
package import NIOCore
import NIOHTTP2
package import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import Synchronization

/// Gives the requests and responses of an HTTP/2 stream the fields that they have in the server, which are those of HTTP/1.1.
package final class StreamFields: ChannelDuplexHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let counts: StreamCounts
    private var countedBytes = 0
    private var isRefused = false

    init(_ counts: StreamCounts) { self.counts = counts }

    /// Whether a channel is a stream of an HTTP/2 connection, and not the connection of an HTTP/1.1 request.
    package static func isPart(of channel: any Channel) async -> Bool {
        (try? await channel.pipeline.containsHandler(type: StreamFields.self).get()) != nil
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        counts.change(by: -countedBytes)
        countedBytes = 0
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        countedBytes = StreamCounts.count(of: head)
        guard counts.change(by: countedBytes) <= HTTP2Limits.maxHeadBytesOfConnection else {
            return refuse(.enhanceYourCalm, context)
        }
        guard StreamHost.unify(&head) else { return refuse(.protocolError, context) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // A response with one of them would be malformed (RFC 9113, section 8.2.2).
            for name in Self.connectionFields { head.headerFields[name] = nil }
            head.headerFields = Self.withoutTable(head.headerFields)
            head.pseudoHeaderFields.status.indexingStrategy = .avoid
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end(let fields?): context.write(wrapOutboundOut(.end(Self.withoutTable(fields))), promise: promise)
        case .body, .end: context.write(data, promise: promise)
        }
    }

    /// Returns fields that stay out of the table of compression (RFC 7541, section 6.2.2).
    ///
    /// The client chooses the size of that table, up to 4 GiB, and some fields of responses repeat what it sent. The server would keep them for
    /// the connection, and search them for each response.
    private static func withoutTable(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                var field = field
                field.indexingStrategy = .avoid
                return field
            })
    }

    private static let connectionFields = ["connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]
        .compactMap { HTTPField.Name($0) }

    private func refuse(_ code: NIOHTTP2.HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        isRefused = true
        let isFlood = counts.refuse(at: context.eventLoop.now)
        context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: code), promise: nil)
        if isFlood { context.channel.parent?.pipeline.fireUserInboundEventTriggered(ConnectionEnd.Flood()) }
    }
}

/// The host of a request, which HTTP/2 has in `:authority` and may have in `Host` too.
enum StreamHost {
    private static let field = HTTPField.Name("host")

    /// Keeps the host in `:authority` only, as for HTTP/1.1.
    ///
    /// - Returns: Whether the request is well-formed. Two different hosts could make a proxy and the server see different ones
    ///   (RFC 9113, section 8.3.1).
    static func unify(_ head: inout HTTPRequest) -> Bool {
        // CONNECT has no path; the server is no proxy.
        guard let path = head.path, path.hasPrefix("/") || path == "*" else { return false }
        guard let field, let host = head.headerFields[field] else { return true }
        guard head.headerFields[values: field].count == 1 else { return false }
        if let authority = head.authority, authority.lowercased() != host.lowercased() { return false }
        head.authority = host
        head.headerFields[field] = nil
        return true
    }
}

/// What is counted for all streams of a connection together.
final class StreamCounts: Sendable {
    private let total = Atomic(0)
    private let refusals = Mutex<[NIODeadline]>([])

    /// Counts a stream that the server resets because of its request.
    ///
    /// - Returns: Whether there are more than ``HTTP2Limits/maxStreamErrors`` in ``HTTP2Limits/rateWindow``.
    func refuse(at now: NIODeadline) -> Bool {
        refusals.withLock { times in
            times.removeAll { now - $0 >= HTTP2Limits.rateWindow }
            times.append(now)
            return times.count > HTTP2Limits.maxStreamErrors
        }
    }

    /// Changes the size of the fields of all requests that the connection has at the same time.
    ///
    /// - Returns: The new size.
    @discardableResult func change(by count: Int) -> Int { total.add(count, ordering: .relaxed).newValue }

    /// The size of the fields of a request, with the overhead that RFC 9113 (section 6.5.2) counts for each field.
    static func count(of head: HTTPRequest) -> Int {
        head.headerFields.reduce((head.path?.utf8.count ?? 0) + (head.authority?.utf8.count ?? 0)) {
            $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32
        }
    }
}
