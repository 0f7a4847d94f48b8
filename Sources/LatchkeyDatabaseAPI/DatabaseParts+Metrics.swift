import LatchkeyNodes
import LatchkeyRealtime
package import LatchkeyWeb

extension DatabaseParts: MetricSource {
    /// The clients of the databases by transport.
    package var sessionCounts: (sockets: Int, polls: Int) { clients.counts }

    /// The measurements of the databases and their clients.
    package func metrics() -> [MetricFamily] {
        let (sockets, polls) = sessionCounts
        let replicas = nodes?.replicas.all
        let open = directory.allOpened + (replicas ?? [])
        let decisions = accounts.denials.decisions
        return [
            .gauge(
                "latchkey_realtime_sessions", "Connected clients of the databases by transport.",
                [([("transport", "websocket")], Double(sockets)), ([("transport", "polling")], Double(polls))]),
            .gauge("latchkey_databases_open", "Databases that are in memory.", Double(open.count)),
            .gauge("latchkey_listeners", "Listeners of all databases.", Double(open.reduce(0) { $0 + $1.listenerCount })),
            .gauge("latchkey_database_writes_waiting", "Writes that wait for the disk.", Double(open.reduce(0) { $0 + $1.waitingCount })),
            .counter(
                "latchkey_deliveries_total", "Batches of messages that were sent to connections of clients.", Double(rounds.deliveredCount)),
            .counter(
                "latchkey_rules_decisions_total", "Decisions of Security Rules on operations of users.",
                [
                    ([("outcome", "allowed")], Double(decisions.allowed)), ([("outcome", "denied")], Double(decisions.denied)),
                ]),
        ]
            + (replicas.map { replicas in
                [.gauge("latchkey_node_replicas", "Databases of other nodes that this node follows.", Double(replicas.count))]
            } ?? [])
    }
}
