import HTTPTypes
public import Hummingbird
import LatchkeyTracing
public import LatchkeyWeb

/// Responds to all HTTP requests on the database port, which has a different origin than the web pages.
///
/// It does not use a router, because nearly every path is a location in a tree. Other paths get an error response.
public struct DatabaseResponder: HTTPResponder {
    private let rest: DatabaseREST
    private let polling: LongPolling
    /// The gate and the coverage pages exist only in an emulator.
    private let gate: (any RequestGate)?
    private let coverage: CoveragePages?

    static let methods = [HTTPRequest.Method.get, .put, .post, .patch, .delete]

    /// Creates a responder.
    ///
    /// - Parameter parts: The components of the database port.
    public init(_ parts: DatabaseParts) {
        self.init(parts, polling: .init())
    }

    init(_ parts: DatabaseParts, polling timing: PollSession.Timing) {
        rest = DatabaseREST(parts)
        polling = LongPolling(parts, timing: timing)
        gate = parts.accounts.lenientGate
        coverage = parts.accounts.isLenient ? CoveragePages(resolver: DatabaseResolver(parts)) : nil
    }

    /// Returns the response to a request. Errors become responses in Firebase's format.
    public func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let gate else { return try await withHeaders(request, context) }
        return try await gate.handle(request, context: context, next: withHeaders)
    }

    @concurrent private func withHeaders(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await DatabaseHeaders().handle(request, context: context) { request, context in
            await route(request, context)
        }
    }

    /// Responds to a request for a location. Its keys are data, so that all locations have one route.
    private func tree(_ request: Request, _ context: ServerContext) async -> Response {
        ActiveSpan.current?.set(.route, .text("/{path}.json"))
        return await rest.respond(to: request, context: context)
    }

    private func route(_ request: Request, _ context: ServerContext) async -> Response {
        switch (request.uri.path, request.method) {
        // The goodbye page sends POST requests. All other requests come from script tags.
        case (LongPolling.path, .get), (LongPolling.path, .post):
            ActiveSpan.current?.set(.route, .text(LongPolling.path))
            return await polling.respond(to: request, context: context)
        case (let path, .get):
            if let coverage, let page = CoveragePages.Page(rawValue: path) { return await coverage.respond(to: request, page) }
            return await tree(request, context)
        default: return await tree(request, context)
        }
    }
}
