import HTTPTypes
import Hummingbird
import LatchkeyWeb

/// What every answer of the database's port carries.
///
/// People put what they like into a database, so no browser may take an answer for a page: it guesses no type, and runs nothing.
/// Every page may ask, because no cookie means anything here.
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
        // Scripts are for script tags, which ask nobody's leave.
        guard request.uri.path != LongPolling.path else { return response }
        response.headers[.accessControlAllowOrigin] = request.headers[.origin] ?? "*"
        response.headers[.accessControlExposeHeaders] = "ETag, X-Firebase-Auth-Debug, X-Latchkey-Decision"
        if request.headers[.origin] != nil { response.headers[.vary] = "Origin" }
        return response
    }
}
