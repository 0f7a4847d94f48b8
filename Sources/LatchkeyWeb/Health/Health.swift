package import Hummingbird
import LatchkeyWire

/// The health checks: `/healthz` and `/livez` report that the server runs, `/readyz` that it can read and write its store, and does not shut
/// down.
package struct Health: Sendable {
    let readiness: Readiness
    let drain: Drain

    package init(readiness: Readiness, drain: Drain) {
        self.readiness = readiness
        self.drain = drain
    }

    package struct Report: Codable {
        let status: String
    }

    /// The path of the liveness check.
    package static let path = "/healthz"
    /// The same under the name that Kubernetes uses.
    package static let kubernetesPath = "/livez"

    package func add(to router: Router<ServerContext>) {
        let alive = Result { try WireEncoder.encode(Report(status: "ok")) }
        for path in [Self.path, Self.kubernetesPath] { router.get(RouterPath(path)) { _, _ in Response.json(bytes: try alive.get()) } }
        router.get("/readyz") { _, context in
            if drain.hasBegun { return try Response.json(Report(status: "stopping"), status: .serviceUnavailable) }
            if await readiness.check(logger: context.logger).state == .working { return try Response.json(Report(status: "ready")) }
            return try Response.json(Report(status: "unavailable"), status: .serviceUnavailable)
        }
    }
}
