import LatchkeyPostgres
import LatchkeyWeb

extension PostgresMeasurements {
    /// The measurements in the model of Prometheus. Operators choose the names of standbys, so there are few.
    var metrics: [MetricFamily] {
        var families: [MetricFamily] = [
            .histogram("latchkey_postgres_wait_seconds", "Times for which reads waited for a connection.", [([], waits)]),
            .counter(
                "latchkey_postgres_errors_total", "Errors of reads, writes and rate limits in PostgreSQL.",
                errors.sorted { $0.key < $1.key }.map { ([("sqlstate", $0.key)], Double($0.value)) }),
        ]
        // Standbys can have the same name.
        let measured = (shared?.standbys ?? []).compactMap { standby in standby.lagSeconds.map { (standby.name, $0) } }
        let lags = Dictionary(measured, uniquingKeysWith: max)
        if !lags.isEmpty {
            families.append(
                .gauge(
                    "latchkey_standby_lag_seconds", "Time by which a standby applies changes later.",
                    lags.sorted { $0.key < $1.key }.map { ([("standby", $0.key)], $0.value) }))
        }
        guard let lease else { return families }
        families += [
            .gauge("latchkey_lease_epoch", "The number of this node's lease.", Double(lease.number)),
            .gauge("latchkey_lease_seconds", "Time for which the node may answer reads of its databases.", lease.readableSeconds),
        ]
        guard let shared else { return families }
        return families + [
            .gauge("latchkey_nodes", "Nodes whose leases have not ended.", Double(shared.nodes)),
            .gauge("latchkey_node_databases", "Realtime databases that this node has.", Double(shared.databases)),
        ]
    }
}
