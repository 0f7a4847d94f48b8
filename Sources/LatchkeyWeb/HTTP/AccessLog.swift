import HTTPTypes
package import Hummingbird
import Logging

/// Logs one line per request, for troubleshooting.
///
/// Of the URL, only the path is logged, without email addresses. Queries contain codes, states, passwords and one-time results, which must
/// not appear in logs.
package struct AccessLog: RouterMiddleware {
    package init() {}

    package typealias Context = ServerContext

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        context.logger.debug(
            "answered",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(LoggedPath.text(request.uri.path))", "status": "\(response.status.code)",
            ])
        return response
    }
}
