import HummingbirdCore
import LatchkeyIdentity
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2

/// The requests of an HTTP/2 connection, each a stream.
typealias HTTP2Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<HTTP2Stream>

/// A request of an HTTP/2 connection.
struct HTTP2Stream: Sendable {
    let channel: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    /// Kept here, because a stream that the client has reset has no handlers.
    let departure: Departure
}

/// Serves the streams of an HTTP/2 connection with the responder of a port.
///
/// Like HTTP/1.1, each request is handled on the event loop that reads it.
struct HTTP2Connection<Child: ConnectionChannel>: Sendable {
    private let child: Child
    private let drain: Drain

    init(_ child: Child, drain: Drain) {
        self.child = child
        self.drain = drain
    }

    /// Sets up the pipeline of a connection after its handshake.
    func streams(of channel: any Channel, logger: Logger) throws -> HTTP2Streams {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(OutgoingGauge(), position: .first)
        try pipeline.addHandler(ShutdownNotice())
        let end = ConnectionEnd(idleTimeout: child.idleTimeout, isDraining: drain.hasBegun, on: channel.eventLoop)
        let counts = StreamCounts()
        let streams: HTTP2Streams = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .server, streamDelegate: end.delegate, frameDelegate: end.delegate, configuration: HTTP2Limits.configuration
        ) { [child] stream in
            stream.eventLoop.makeCompletedFuture { try Self.setUp(stream, counts, idleTimeout: child.idleTimeout) }
        }
        try pipeline.addHandler(end)
        return streams
    }

    private static func setUp(_ stream: any Channel, _ counts: StreamCounts, idleTimeout: TimeAmount) throws -> HTTP2Stream {
        let departure = DepartureHandler()
        let pipeline = stream.pipeline.syncOperations
        try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
        try pipeline.addHandler(StreamOutput())
        try pipeline.addHandler(StreamFields(counts))
        try pipeline.addHandler(departure)
        try pipeline.addHandler(StalledRequest(timeout: idleTimeout))
        return HTTP2Stream(channel: try NIOAsyncChannel(wrappingChannelSynchronously: stream), departure: departure.departure)
    }

    /// Serves the streams of a connection until it is closed.
    func serve(_ streams: HTTP2Streams, on channel: any Channel, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: channel.eventLoop)) {
            let requests = StreamRequests(responder: responder(on: channel))
            // A group that throws would cancel its tasks. A connection that breaks does not interrupt its requests, as with HTTP/1.1.
            await withDiscardingTaskGroup { group in
                do {
                    for try await stream in streams.inbound {
                        group.addTask { await Self.serve(stream, requests, logger) }
                    }
                } catch {
                    logger.debug("an HTTP/2 connection ended", metadata: ["why": "\(error)"])
                }
            }
        }
    }

    private static func serve(_ stream: HTTP2Stream, _ requests: StreamRequests, _ logger: Logger) async {
        guard !stream.departure.hasHappened else {
            // The client reset it at once. SwiftNIO stops the process if a channel is dropped without being closed here.
            try? await stream.channel.executeThenClose { _, _ in }
            return
        }
        await Departure.$current.withValue(stream.departure) {
            await requests.handleHTTP(asyncChannel: stream.channel, logger: logger)
        }
    }

    private func responder(on connection: any Channel) -> HTTPChannelHandler.Responder {
        guard let refusal = child.refusal(of: connection) else {
            return { [child] request, writer, stream in
                child.spoke(connection)
                try await child.responder(request, writer, stream)
            }
        }
        return { request, writer, stream in
            try await refusal(request, writer, stream)
            connection.pipeline.fireUserInboundEventTriggered(DrainBegins())
        }
    }
}

/// The request of a stream. Hummingbird implements the handling of requests in a channel handler.
private struct StreamRequests: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}
