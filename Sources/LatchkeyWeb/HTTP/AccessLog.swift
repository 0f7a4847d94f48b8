import HTTPTypes
package import Hummingbird
import Logging

/// One line per request, for people who look for a fault.
///
/// Of an address only the path is written, and that without people's addresses: queries carry codes, states, passwords and one-time
/// results, and a log is read by many.
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
