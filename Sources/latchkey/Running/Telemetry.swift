import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyServer
import LatchkeyWeb
import Logging

/// What a running server measures and logs about its requests.
///
/// Scope: one node.
final class Telemetry: Sendable {
    let startedAt = Date()
    let server = PortCounts(port: "server")
    let database = PortCounts(port: "database")
    let events = EventCounts()
    let routes = RequestTimes()
    let refused: RefusedConnections
    let security: SecurityLog
    /// `nil` if there is no collector.
    let tracing: Tracing?
    private let level: Logger.Level
    private let logger: Logger
    private let proxies: [AddressRange]
    private let publicHost: String
    private let scheme: String

    /// - Parameter makeLogger: Makes a logger of the server's log with another label.
    init(_ settings: ServeSettings, makeLogger: (String) -> Logger) {
        level = settings.logsAccess ? .info : .debug
        logger = makeLogger("latchkey.access")
        proxies = settings.trustedProxies.compactMap { AddressRange($0) }
        tracing = settings.trace.map { Tracing($0, logger: makeLogger("latchkey.traces")) }
        publicHost = settings.publicURL.flatMap { URL(string: $0)?.host } ?? settings.host
        scheme = settings.servesTLS ? "https" : "http"
        refused = RefusedConnections(logger: makeLogger("latchkey"))
        security = SecurityLog(makeLogger("latchkey.security"), trustedProxies: proxies)
    }

    /// Observes the events of a store.
    func observe(_ store: any AccountStore) {
        store.committedEvents.add(events)
        store.committedEvents.add(security)
    }

    /// `nil` without a collector.
    func requestTracing(of port: PortCounts) -> RequestTracing? {
        tracing?.requests(of: port.port, scheme: scheme, host: publicHost)
    }

    /// Without `access-log`, requests are logged at the level for troubleshooting.
    func accessLog(of port: PortCounts) -> AccessLog {
        AccessLog(logger, level: level, port: port.port, trustedProxies: proxies)
    }
}
