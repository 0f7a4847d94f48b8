import HTTPTypes
package import Hummingbird
package import LatchkeyWeb

/// Shows a page to a browser that opens an address without one. Other clients get the error in Google's format.
package struct MissingPages: RouterMiddleware {
    package typealias Context = ServerContext

    let pages: PageRenderer
    let sandbox: Bool

    package init(pages: PageRenderer, sandbox: Bool) {
        self.pages = pages
        self.sandbox = sandbox
    }

    private struct Content {
        let t: SignInTexts
        let frame: SignInFrame
    }

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && request.isForPage {
            return try pages.page(
                "signin-not-found", Content(t: .preferred(by: request), frame: .plain(sandbox: sandbox)), status: .notFound)
        }
    }
}

extension Request {
    /// Whether a browser opens the address as a page. Some programs accept HTML by default, as Java's HTTP client does, but not XHTML.
    var isForPage: Bool { [.get, .head].contains(method) && headers[.accept]?.contains("application/xhtml+xml") == true }
}
