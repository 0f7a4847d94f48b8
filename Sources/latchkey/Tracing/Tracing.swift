import AsyncHTTPClient
import LatchkeyIdentity
import LatchkeyTracing
import LatchkeyWeb
import Logging
import ServiceLifecycle

/// The traces of a running server: records spans and exports them to a collector until the server stops.
///
/// It stops after all other services, so that their last spans are exported too.
struct Tracing: Service, CustomStringConvertible {
    /// The name in logs.
    let description = "traces"

    let settings: TraceSettings
    let tracer: Tracer
    private let export: SpanExport
    private let logger: Logger

    init(_ settings: TraceSettings, logger: Logger) {
        self.settings = settings
        self.logger = logger
        let queue = SpanQueue()
        tracer = Tracer(sampling: Sampling(share: settings.sample), queue: queue)
        export = SpanExport(queue) { outage in
            switch outage {
            case .begins(let reason):
                logger.warning(
                    "The collector does not accept spans; requests are not affected",
                    metadata: ["endpoint": "\(settings.endpoint)", "cause": "\(reason)"])
            case .ends:
                logger.notice("The collector accepts spans again", metadata: ["endpoint": "\(settings.endpoint)"])
            }
        }
    }

    func run() async throws {
        logger.info("Traces are exported", metadata: ["endpoint": "\(settings.endpoint)", "sample": "\(settings.sample)"])
        try await HTTPClient.withHTTPClient(configuration: ServerInstance.clientConfiguration) { client in
            let collector = Collector(settings: settings, client: client)
            await withGracefulShutdownHandler {
                await export.run { await collector.send($0) }
            } onGracefulShutdown: {
                export.stop()
            }
        }
    }

    /// Records the requests of a port.
    func requests(of port: String, scheme: String, host: String) -> RequestTracing {
        RequestTracing(tracer, port: port, scheme: scheme, host: host, acceptedCallers: settings.acceptedCallers)
    }

    func metrics() -> [MetricFamily] {
        let counts = export.counts
        let dropped = [("queue_full", export.queue.droppedCount), ("refused", counts.refused), ("unreachable", counts.unreachable)]
        let families: [MetricFamily] = [
            .counter("latchkey_spans_exported_total", "Spans that the collector accepted.", Double(counts.exported)),
            .counter(
                "latchkey_spans_dropped_total", "Spans that did not reach the collector, by reason.",
                dropped.map { ([("reason", $0.0)], Double($0.1)) }),
            .gauge("latchkey_spans_waiting", "Spans that wait for the collector.", Double(export.queue.count)),
        ]
        let up: Double
        switch export.condition {
        // Neither value would be true.
        case .untried: return families
        case .accepts: up = 1
        case .fails: up = 0
        }
        return families + [.gauge("latchkey_trace_collector_up", "Whether the collector accepted the last spans.", up)]
    }

    /// The state of the export.
    var status: TraceStatus {
        let (counts, condition) = (export.counts, export.condition)
        var status = TraceStatus(
            collector: .untried, exported: counts.exported, waiting: export.queue.count,
            dropped: export.queue.droppedCount + counts.refused + counts.unreachable)
        switch condition {
        case .untried: break
        case .accepts: status.collector = .up
        case .fails(let problem): (status.collector, status.problem) = (.down, problem)
        }
        return status
    }
}
