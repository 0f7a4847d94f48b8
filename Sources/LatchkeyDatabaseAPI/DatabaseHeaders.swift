import HTTPTypes
import Hummingbird
import LatchkeyWeb

/// Adds the headers of every response of the database port.
///
/// A database can contain any text, so browsers must not treat a response as a page: they must not guess the content type or run scripts.
/// Requests from every origin are allowed, because this port does not use cookies.
struct DatabaseHeaders: RouterMiddleware {
    typealias Context = ServerContext

    private static let requestHeaders = HTTPField.Name("access-control-request-headers")

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        if request.method == .options {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = "GET, PUT, POST, PATCH, DELETE, OPTIONS"
            response.headers[.accessControlAllowHeaders] = Self.requestHeaders.flatMap { request.headers[$0] } ?? "content-type"
            response.headers[.accessControlMaxAge] = "600"
        } else if !DatabaseResponder.methods.contains(request.method) {
            response = DatabaseRefusal(.methodNotAllowed, "There is no method \"\(request.method.rawValue.prefix(16))\" here.").response
            response.headers[.allow] = (DatabaseResponder.methods + [.options]).map(\.rawValue).joined(separator: ", ")
            if request.method == .head { response.body = ResponseBody() }
        } else {
            response = try await next(request, context)
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil { response.headers[.contentSecurityPolicy] = "sandbox; default-src 'none'" }
        response.headers[.cacheControl] = "no-store"
        // Script tags do not use CORS, so long polling needs no CORS headers.
        guard request.uri.path != LongPolling.path else { return response }
        response.headers[.accessControlAllowOrigin] = request.headers[.origin] ?? "*"
        response.headers[.accessControlExposeHeaders] = "ETag, X-Firebase-Auth-Debug, X-Latchkey-Decision"
        if request.headers[.origin] != nil { response.headers[.vary] = "Origin" }
        return response
    }
}
