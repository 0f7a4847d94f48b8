import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The outermost middleware: checks the `Host` header, applies faults and sets common headers.
///
/// It converts all errors to responses, so that all responses carry the same headers.
struct Doorway: RouterMiddleware {
    typealias Context = SandboxContext

    /// The fallback for a missing `Host`; such requests never pass this middleware.
    static let fallbackAuthority = Authority("localhost") ?? { preconditionFailure("localhost is a host") }()

    let state: SandboxState

    @concurrent
    func handle(
        _ request: Request, context: SandboxContext, next: @concurrent (Request, SandboxContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try checkHost(request)
            if let path = request.head.path?.split(separator: "?", maxSplits: 1).first.map({ ProviderPath(String($0)) }),
                let provider = path.provider(request.headers)
            {
                try await TransportFaults(state: state).meet(provider: provider, path: path.bare, context: context)
            }
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch let error as SandboxError {
            response = .text("\(error.detail)\n", status: .badRequest)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            context.logger.error("The sandbox failed", metadata: ["error": "\(error)"])
            response = .json(["error": "internal_error"], status: .internalServerError)
        }
        response.headers[.date] = state.now.addingTimeInterval(Double(context.clock.offsetSeconds)).httpDate
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }

    /// Rejects other hosts, to protect against DNS rebinding and misconfiguration.
    private func checkHost(_ request: Request) throws {
        guard let authority = request.head.authority.flatMap({ Authority($0) }) else {
            throw HTTPError(.badRequest, message: "The request has no valid Host header.")
        }
        let isPublic = state.configuration.publicAddresses.contains { PublicAddress($0)?.authority.host == authority.host }
        guard authority.isLoopback || isPublic else {
            throw HTTPError(
                .misdirectedRequest,
                message: "This sandbox accepts only loopback hosts and its public addresses; "
                    + "to use this host, add it to the public addresses.")
        }
    }
}
