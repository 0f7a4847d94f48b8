import HTTPTypes
package import Hummingbird
import Synchronization

/// How long answers took, by route, since the server started. There are as many routes as the server has, whatever is asked for.
package final class RequestTimes: Sendable {
    package init() {}

    package struct Route: Hashable, Sendable {
        package let method: String
        /// As the server knows it, with names in place of what differs; absent for paths that it does not have.
        package let path: String?
    }

    package struct Measured: Sendable {
        package var times = TimeSpread()
        /// Answers that told of a fault of the server's own (5xx).
        package var failures = 0
    }

    private let routes = Mutex<[Route: Measured]>([:])

    package func note(_ duration: Duration, of route: Route, failed: Bool) {
        routes.withLock { routes in
            routes[route, default: Measured()].times.add(duration)
            if failed { routes[route]?.failures += 1 }
        }
    }

    package var all: [Route: Measured] { routes.withLock { $0 } }
}

/// Tells ``RequestTimes`` of every request: the time until its answer begins.
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
        // What the router does not have has a name without a slash there, and any method: one route, or strangers would fill the memory.
        let path = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
        let route = RequestTimes.Route(method: path == nil ? "" : request.method.rawValue, path: path)
        times.note(begin.duration(to: .now), of: route, failed: response.status.kind == .serverError)
        return response
    }
}
