import HTTPTypes
import Hummingbird

/// Restricts the control API to this machine and rejects requests from other web sites.
struct ControlGate: RouterMiddleware {
    typealias Context = SandboxContext

    @concurrent
    func handle(
        _ request: Request, context: SandboxContext, next: @concurrent (Request, SandboxContext) async throws -> Response
    ) async throws -> Response {
        if let refusal = Self.refusal(of: request, context: context) {
            return ControlReply.error("forbidden", refusal, status: .forbidden)
        }
        do {
            return try await next(request, context)
        } catch let error as SandboxError {
            return ControlReply.error(error.code.rawValue, error.detail, status: Self.status(of: error.code))
        }
    }

    /// Returns the reason for rejecting a request to the control API, or `nil` to allow it.
    static func refusal(of request: Request, context: SandboxContext) -> String? {
        guard context.peerAddress.map(Authority.isLoopback(host:)) ?? true,
            request.head.authority.flatMap({ Authority($0) })?.isLoopback == true
        else { return "the control API accepts requests from this machine only" }
        if let origin = request.headers[.origin], PublicAddress(origin)?.authority.isLoopback != true {
            return "the control API does not accept requests from other web sites"
        }
        return nil
    }

    private static func status(of code: SandboxError.Code) -> HTTPResponse.Status {
        switch code {
        case .unknownPerson, .unknownApp: .notFound
        case .taken: .conflict
        default: .badRequest
        }
    }
}

/// Error responses of the control API.
enum ControlReply {
    static func error(_ code: String, _ detail: String, status: HTTPResponse.Status) -> Response {
        .json(["error": JSON(code), "detail": JSON(detail)], status: status)
    }
}
