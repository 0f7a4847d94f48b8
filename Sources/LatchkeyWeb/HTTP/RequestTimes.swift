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

        fileprivate mutating func add(_ duration: Duration, _ kind: HTTPResponse.Status.Kind) {
            times.add(duration)
            if kind == .serverError { failures += 1 }
            if kind == .clientError { refusals += 1 }
        }

        /// Adds the durations and failures of another measurement.
        fileprivate mutating func add(_ other: Measured) {
            times.add(other.times)
            failures += other.failures
            refusals += other.refusals
        }
    }

    private struct State {
        var all: [Route: Measured] = [:]
        /// The measurements since ``take()``.
        var recent: [Route: Measured] = [:]
        /// The measurements that could not be stored.
        var returned: [String: Measured] = [:]

        /// The measurements to store, by the stored names of the routes.
        var named: [String: Measured] {
            recent.reduce(into: returned) { sums, entry in
                guard let name = entry.key.storedName else { return }
                sums[name, default: Measured()].add(entry.value)
            }
        }
    }

    private let state = Mutex(State())

    package func note(_ duration: Duration, of route: Route, _ kind: HTTPResponse.Status.Kind) {
        state.withLock { state in
            state.all[route, default: Measured()].add(duration, kind)
            state.recent[route, default: Measured()].add(duration, kind)
        }
    }

    package var all: [Route: Measured] { state.withLock { $0.all } }

    /// The measurements since ``take()`` of the routes that are stored, by their stored names.
    package var notTaken: [String: Measured] {
        state.withLock { $0 }.named
    }

    /// Returns the measurements since the last call of the routes that are stored.
    package func take() -> [String: Measured] {
        let state = state.withLock { state in
            defer { (state.recent, state.returned) = ([:], [:]) }
            return state
        }
        return state.named
    }

    /// Adds what was taken and could not be stored.
    package func giveBack(_ taken: [String: Measured]) {
        state.withLock { state in
            for (name, measured) in taken { state.returned[name, default: Measured()].add(measured) }
        }
    }
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
