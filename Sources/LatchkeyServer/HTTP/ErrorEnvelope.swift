import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWire
import Logging

/// Turns every error into Google's envelope. The one place that decides what a client may learn; causes go to the log.
struct ErrorEnvelope: RouterMiddleware {
    typealias Context = ServerContext

    /// Whether errors use the messages of Google's emulator.
    var isEmulated = false

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let reply = Self.reply(to: isEmulated ? EmulatorErrorTexts.reworded(error) : error)
            log(error, as: reply.envelope, request: request, logger: context.logger)
            var response = try Response.json(reply.envelope, status: .init(code: reply.envelope.code))
            if let seconds = reply.retryAfterSeconds { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    /// For calls whose answer decides whether an app keeps its user: trouble of the server is told in plain text.
    ///
    /// Firebase's JavaScript library deletes the stored user for each error of these calls that it can read while a page loads. What is
    /// not JSON it takes for trouble of the network, and asks again after 30 seconds.
    static func keepingUsers(logger: Logger, _ body: () async throws -> Response) async throws -> Response {
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

    struct Reply {
        let envelope: WireErrorEnvelope
        var retryAfterSeconds: Int?
    }

    static func reply(to error: any Error) -> Reply {
        switch error {
        case let error as SignInError:
            let code = WireErrorCode(rawValue: error.code.rawValue)
            return Reply(
                envelope: error.isServerFault
                    ? WireErrorEnvelope(code, detail: error.message, httpStatus: 500, status: "INTERNAL")
                    : WireErrorEnvelope(code, detail: error.message))
        case let error as WireDecodingError:
            // Bodies that are too long do not come as far as the decoder; its limit is the depth.
            return Reply(envelope: WireErrorEnvelope(error))
        case let error as OAuthError:
            return Reply(envelope: error.envelope, retryAfterSeconds: error.retryAfterSeconds)
        case let error as TooManyAttempts:
            return Reply(
                envelope: WireErrorEnvelope(
                    .tooManyAttemptsTryLater, detail: "Too many attempts. Try again in \(error.retryAfterSeconds) seconds.",
                    httpStatus: 429),
                retryAfterSeconds: error.retryAfterSeconds)
        case is StoreTrouble:
            return Reply(
                envelope: WireErrorEnvelope(
                    .unavailable, detail: "The server cannot use its store. Try again in \(StoreTrouble.retryAfterSeconds) seconds.",
                    httpStatus: 503, status: "UNAVAILABLE"),
                retryAfterSeconds: StoreTrouble.retryAfterSeconds)
        case let error as HashingPoolFull:
            return Reply(
                envelope: WireErrorEnvelope(.tooManyAttemptsTryLater, detail: "Too many sign-ins at once.", httpStatus: 429),
                retryAfterSeconds: error.retryAfterSeconds)
        case is HashingAbandoned: return Reply(envelope: abandoned)
        case let error as ConfigurationError: return Reply(envelope: error.envelope)
        case let error as AdministratorError: return Reply(envelope: WireErrorEnvelope(error))
        case APIKeyError.missing: return Reply(envelope: .missingAPIKey)
        case APIKeyError.invalid: return Reply(envelope: .invalidAPIKey)
        case APIKeyError.repeated: return Reply(envelope: .repeatedAPIKey)
        case let error as SettingRefusal:
            return Reply(
                envelope: WireErrorEnvelope(.init(rawValue: "INVALID_CONFIG"), detail: error.message, status: "INVALID_ARGUMENT"))
        case let error as NotEmulated: return Reply(envelope: error.envelope)
        case is TenantNotFound: return Reply(envelope: WireErrorEnvelope(.tenantNotFound, httpStatus: 404, status: "NOT_FOUND"))
        case let error as any HTTPResponseError: return Reply(envelope: envelope(for: error.status))
        default:
            return Reply(envelope: WireErrorEnvelope(.internalError, httpStatus: 500, status: "INTERNAL"))
        }
    }

    private static let tooLarge = WireErrorEnvelope(
        code: 413, message: "The request is too large.",
        errors: [.init(message: "The request is too large.", reason: "requestTooLarge")], status: "INVALID_ARGUMENT")

    /// For the log only, because the client has gone. The status is that of `CANCELLED` in Google's table of codes.
    private static let abandoned = WireErrorEnvelope(code: 499, message: "The client closed the connection.", status: "CANCELLED")

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
        let metadata: Logger.Metadata = ["path": "\(LoggedPath.text(request.uri.path))", "error": "\(envelope.message)"]
        switch error {
        case let error as SignInError:
            logger.log(
                level: error.isServerFault ? .error : .debug, "refused",
                metadata: metadata.merging(["cause": "\(error.cause ?? "-")"]) { first, _ in first })
        case let error as OAuthError:
            logger.info(
                "the provider refused",
                metadata: metadata.merging(["code": "\(error.code.rawValue)", "detail": "\(error.detail)", "hint": "\(error.hint ?? "-")"])
                {
                    first, _ in first
                })
        case is WireDecodingError, is APIKeyError, is AdministratorError, is ConfigurationError, is TooManyAttempts, is TenantNotFound,
            is SettingRefusal, is HashingPoolFull, is HashingAbandoned, is NotEmulated,
            is any HTTPResponseError:
            logger.debug("bad request", metadata: metadata)
        default: logger.error("failed", metadata: metadata.merging(["cause": "\(error)"]) { first, _ in first })
        }
    }
}

extension WireErrorEnvelope {
    fileprivate static let missingAPIKey = WireErrorEnvelope(
        code: 403, message: "The request is missing a valid API key.",
        errors: [.init(message: "The request is missing a valid API key.", reason: "forbidden")], status: "PERMISSION_DENIED")
    fileprivate static let repeatedAPIKey = WireErrorEnvelope(
        code: 400, message: "The parameter “key” appears more than once. Send one API key.", status: "INVALID_ARGUMENT")
    /// The reason is what the iOS client looks at.
    fileprivate static let invalidAPIKey = WireErrorEnvelope(
        code: 400, message: "API key not valid. Please pass a valid API key.",
        errors: [.init(message: "API key not valid. Please pass a valid API key.", reason: "keyInvalid")], status: "INVALID_ARGUMENT")
}
