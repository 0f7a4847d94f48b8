import HTTPTypes
package import Hummingbird
import LatchkeyIdentity
import LatchkeyTracing
package import LatchkeyWire
package import Logging

/// Turns every error into a response in Google's error format and logs its cause.
package struct ErrorEnvelope: RouterMiddleware {
    package typealias Context = ServerContext

    /// Replaces errors before the response is written, for the emulator's error texts.
    package var rewording: (@Sendable (any Error) -> any Error)?

    /// Logs refused credentials.
    private let security: SecurityLog?

    package init(rewording: (@Sendable (any Error) -> any Error)? = nil, security: SecurityLog? = nil) {
        self.rewording = rewording
        self.security = security
    }

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let reply = Self.reply(to: rewording?(error) ?? error)
            log(error, as: reply.envelope, request: request, logger: context.logger)
            security?.note(reply.envelope, to: request, context: context)
            ActiveSpan.current?.note(reply.envelope.message, or: reply.envelope.status)
            var response = try Response.json(reply.envelope, status: .init(code: reply.envelope.code))
            if let seconds = reply.retryAfterSeconds { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    /// Responds in plain text if the server cannot use its store, for calls that decide whether an app keeps its user.
    ///
    /// While a page loads, Firebase's JavaScript library deletes the stored user for each error of these calls that it can parse. It
    /// treats a response that is not JSON as a network error and retries after 30 seconds.
    package static func keepingUsers(logger: Logger, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch {
            let reply = reply(to: error)
            guard reply.envelope.code >= 500 else { throw error }
            logger.error("failed", metadata: ["cause": "\(error)"])
            var response = Response(
                status: .serviceUnavailable, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "The server cannot use its store. Try again later.\n")))
            response.headers[.retryAfter] = String(StoreTrouble.retryAfterSeconds)
            return response
        }
    }

    package struct Reply {
        package let envelope: WireErrorEnvelope
        package var retryAfterSeconds: Int?
    }

    package static func reply(to error: any Error) -> Reply {
        switch error {
        case let error as any ErrorWithEnvelope: Reply(envelope: error.envelope, retryAfterSeconds: error.retryAfter)
        case let error as any HTTPResponseError: Reply(envelope: envelope(for: error.status))
        default: Reply(envelope: WireErrorEnvelope(.internalError, httpStatus: 500, status: "INTERNAL"))
        }
    }

    private static let tooLarge = WireErrorEnvelope(
        code: 413, message: "The request is too large.",
        errors: [.init(message: "The request is too large.", reason: "requestTooLarge")], status: "INVALID_ARGUMENT")

    private static func envelope(for status: HTTPResponse.Status) -> WireErrorEnvelope {
        switch status.code {
        case 404:
            WireErrorEnvelope(
                code: 404, message: "Not Found", errors: [.init(message: "Not Found", reason: "notFound")], status: "NOT_FOUND")
        case 413: tooLarge
        default:
            WireErrorEnvelope(code: status.code, message: status.reasonPhrase, status: status.code < 500 ? "INVALID_ARGUMENT" : "INTERNAL")
        }
    }

    private func log(_ error: any Error, as envelope: WireErrorEnvelope, request: Request, logger: Logger) {
        let entry =
            switch error {
            case let error as any ErrorWithEnvelope: error.logEntry
            case is any HTTPResponseError: ErrorLogEntry()
            default: ErrorLogEntry(level: .error, message: "failed", metadata: ["cause": "\(error)"])
            }
        let metadata: Logger.Metadata = ["path": "\(LoggedPath.text(request.uri.path))", "error": "\(envelope.message)"]
        logger.log(level: entry.level, entry.message, metadata: metadata.merging(entry.metadata) { first, _ in first })
    }
}

extension WireDecodingError: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope { WireErrorEnvelope(self) }
}
