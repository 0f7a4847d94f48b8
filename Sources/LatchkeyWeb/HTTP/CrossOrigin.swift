import HTTPTypes
package import Hummingbird

/// Cross-origin requests (CORS, the Fetch standard). Pages of any origin may call the API, which uses no cookies.
///
/// The response reflects the request's origin, because old browsers do not accept `*` together with the headers that Firebase's client
/// sends.
package struct CrossOrigin: RouterMiddleware {
    package typealias Context = ServerContext

    private let record: APIRecord
    private let includesAdministrators: Bool

    /// - Parameters:
    ///   - record: The operations of the server; those that are open to pages decide which paths are.
    ///   - includesAdministrators: Whether pages may also use the methods of administrators' calls.
    package init(record: APIRecord, includesAdministrators: Bool) {
        self.record = record
        self.includesAdministrators = includesAdministrators
    }

    private static let requestHeaders = HTTPField.Name("access-control-request-headers")
    private static let privateNetwork = HTTPField.Name("access-control-request-private-network")
    private static let allowPrivateNetwork = HTTPField.Name("access-control-allow-private-network")

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin],
            let methods = record.openPaths(administrators: includesAdministrators).methods(at: request.uri.path)
        else {
            return try await next(request, context)
        }
        var response: Response
        if request.method == .options {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = Self.text(methods)
            response.headers[.accessControlAllowHeaders] = Self.requestHeaders.flatMap { request.headers[$0] } ?? "content-type"
            response.headers[.accessControlMaxAge] = "600"
            if let received = Self.privateNetwork, let allowed = Self.allowPrivateNetwork, request.headers[received] != nil {
                response.headers[allowed] = "true"
            }
        } else {
            response = try await next(request, context)
        }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.vary] = "Origin"
        return response
    }

    private static func text(_ methods: Set<String>) -> String {
        (["GET", "POST", "PUT", "PATCH", "DELETE"].filter(methods.contains) + ["OPTIONS"]).joined(separator: ", ")
    }
}
