import HTTPTypes
import Hummingbird

/// Lets only this machine use the control interface, and no page of a foreign site.
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

    /// Why somebody may not steer the sandbox; `nil` for who may.
    static func refusal(of request: Request, context: SandboxContext) -> String? {
        guard context.peerAddress.map(Authority.isLoopback(host:)) ?? true,
            request.head.authority.flatMap({ Authority($0) })?.isLoopback == true
        else { return "the control interface answers this machine only" }
        if let origin = request.headers[.origin], PublicAddress(origin)?.authority.isLoopback != true {
            return "the control interface answers no page of another site"
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

/// Bodies of the control interface.
enum ControlReply {
    static func error(_ code: String, _ detail: String, status: HTTPResponse.Status) -> Response {
        .json(["error": JSON(code), "detail": JSON(detail)], status: status)
    }
}
