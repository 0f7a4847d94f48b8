import HTTPTypes
package import Hummingbird

/// Cross-origin requests (CORS, the Fetch standard). Pages of any origin may call the API, which uses no cookies.
///
/// The response reflects the request's origin, because old browsers do not accept `*` together with the headers that Firebase's client
/// sends.
package struct CrossOrigin: RouterMiddleware {
    package typealias Context = ServerContext

    /// Whether the emulator's own calls are included.
    package var includesEmulator = false

    package init(includesEmulator: Bool = false) {
        self.includesEmulator = includesEmulator
    }

    private static let requestHeaders = HTTPField.Name("access-control-request-headers")
    private static let privateNetwork = HTTPField.Name("access-control-request-private-network")
    private static let allowPrivateNetwork = HTTPField.Name("access-control-allow-private-network")

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard isProgrammingInterface(request.uri.path), let origin = request.headers[.origin] else {
            return try await next(request, context)
        }
        var response: Response
        if request.method == .options {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = methods(of: request.uri.path)
            response.headers[.accessControlAllowHeaders] = Self.requestHeaders.flatMap { request.headers[$0] } ?? "content-type"
            response.headers[.accessControlMaxAge] = "600"
            if let asked = Self.privateNetwork, let allowed = Self.allowPrivateNetwork, request.headers[asked] != nil {
                response.headers[allowed] = "true"
            }
        } else {
            response = try await next(request, context)
        }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        return response
    }

    private func methods(of path: String) -> String {
        if includesEmulator { return "GET, POST, PATCH, DELETE, OPTIONS" }
        // Firebase 2.x changes accounts with PUT and removes them with DELETE.
        return path.hasPrefix("/v2/") ? "GET, POST, PUT, DELETE, OPTIONS" : "GET, POST, OPTIONS"
    }

    private func isProgrammingInterface(_ path: String) -> Bool {
        Self.isProgrammingInterface(path) || includesEmulator && (path.hasPrefix("/emulator/") || path == "/")
    }

    /// Whether a path belongs to the API, including the public keys for verifiers in browsers. Pages are not available to other origins.
    static func isProgrammingInterface(_ path: String) -> Bool {
        path.hasPrefix("/v1/") || path.hasPrefix("/v2/") || path.hasPrefix("/auth/") || path.hasPrefix("/identitytoolkit")
            || path.hasPrefix("/www.googleapis.com/") || path.hasPrefix("/securetoken.googleapis.com/") || path.contains("/.well-known/")
            || path.hasPrefix("/service_accounts/")
            || path.hasPrefix("/robot/")
    }
}
