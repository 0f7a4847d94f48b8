import Foundation
import HTTPTypes
package import Hummingbird
package import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTP1

/// Answers the requests of all connections of a listener.
package struct RequestHandling<Responder: HTTPResponder>: Sendable where Responder.Context == ServerContext {
    private let responder: Responder
    private let drain: Drain
    private let commonHeaders: HTTPFields
    private let counts: PortCounts?
    private let accessLog: AccessLog?
    private let tracing: RequestTracing?
    private let logger: Logger
    private let date = HTTPDate()

    /// Creates the handling of requests.
    ///
    /// - Parameters:
    ///   - commonHeaders: Headers of every response.
    ///   - counts: Counts the responses.
    ///   - accessLog: Logs each request.
    ///   - tracing: Records a span for each request; `nil` without tracing.
    ///   - drain: When it has begun, each response is the last of its connection.
    package init(
        _ responder: Responder, commonHeaders: HTTPFields = [:], counts: PortCounts? = nil, accessLog: AccessLog? = nil,
        tracing: RequestTracing? = nil, drain: Drain, logger: Logger
    ) {
        self.responder = responder
        self.commonHeaders = commonHeaders
        self.drain = drain
        self.counts = counts
        self.accessLog = accessLog
        self.tracing = tracing
        self.logger = logger
    }

    /// The closure that the channels of Hummingbird call for each request.
    package var closure: HTTPChannelHandler.Responder {
        { request, writer, channel in
            let begin = ContinuousClock.now
            var response = try await respond(to: request, on: channel)
            let duration = begin.duration(to: .now)
            counts?.add(request.head, response.head, after: duration)
            accessLog?.note(request, response, after: duration, on: channel)
            response.headers[.date] = date.text(at: Int(Date().timeIntervalSince1970))
            for field in commonHeaders { response.headers.append(field) }
            // The client closes the connection. Closing it here could cut off a long response that waits in the socket's buffer.
            if drain.hasBegun { response.headers[.connection] = "close" }
            do {
                try await writer.write(response: response.head, body: response.body)
            } catch is HTTPParserError {
                // Hummingbird answers parser errors itself, and would write a second response.
                throw InterruptedResponse()
            }
        }
    }

    private struct InterruptedResponse: Error {}

    private func respond(to request: Request, on channel: any Channel) async throws(HTTPParserError) -> Response {
        var logger = logger
        // Hummingbird's name, which its context reads.
        logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        let context = ServerContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        do {
            guard let tracing else { return try await responder.respond(to: request, context: context) }
            return try await tracing.responding(to: request, in: context) { try await responder.respond(to: request, context: context) }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            logger.debug("A request ended with an error without a response", metadata: ["cause": "\(error)"])
            return Response(status: .internalServerError)
        }
    }
}
