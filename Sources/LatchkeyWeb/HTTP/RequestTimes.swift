package import HTTPTypes
package import Hummingbird
import Synchronization

/// Response times by route since the server started. The number of entries is limited by the number of routes.
///
/// Scope: one node.
package final class RequestTimes: Sendable {
    package init() {}

    package struct Route: Hashable, Sendable {
        package let method: String
        /// The path as the router has it, with parameter names; nil for paths without a route.
        package let path: String?
    }

    package struct Measured: Sendable {
        package var times = TimeSpread()
        /// The number of responses with a server error (5xx).
        package var failures = 0
        /// The number of responses that refuse the request (4xx).
        package var refusals = 0
    }

    private let routes = Mutex<[Route: Measured]>([:])

    package func note(_ duration: Duration, of route: Route, _ kind: HTTPResponse.Status.Kind) {
        routes.withLock { routes in
            routes[route, default: Measured()].times.add(duration)
            if kind == .serverError { routes[route]?.failures += 1 }
            if kind == .clientError { routes[route]?.refusals += 1 }
        }
    }

    package var all: [Route: Measured] { routes.withLock { $0 } }
}

/// Records each request in ``RequestTimes``: the time until its response begins.
package struct RequestTimer: RouterMiddleware {
    package typealias Context = ServerContext

    package let times: RequestTimes

    package init(times: RequestTimes) {
        self.times = times
    }

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let begin = ContinuousClock.now
        let response = try await next(request, context)
        // Paths without a route share one entry without a method, because clients could otherwise fill the memory. For such paths,
        // `endpointPath` has no leading slash.
        let path = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        let route = RequestTimes.Route(method: path == nil ? "" : request.method.rawValue, path: path)
        times.note(begin.duration(to: .now), of: route, response.status.kind)
        return response
    }
}
