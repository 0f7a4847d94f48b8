import AsyncHTTPClient
import LatchkeyAudit
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeyProviders
import Logging
import NIOHTTP1
import ServiceLifecycle

/// The streams of the audit log of a running server.
struct AuditStreams: Sendable {
    let workers: [EventStreamWorker]

    /// - Parameter isShared: Whether other nodes write events too.
    init(
        _ settings: AuditSettings, record: any EventRecord, isShared: Bool, client: TargetClient, now: @escaping WallClock, logger: Logger
    ) {
        var receivers: [any EventReceiver] = []
        if let path = settings.file { receivers.append(EventFile(path: path)) }
        if let address = settings.syslog { receivers.append(EventSyslog(address)) }
        if let url = settings.webhook, let signature = settings.webhookSignature {
            receivers.append(
                EventWebhook(
                    url: url, signature: signature, send: { try await client.execute($0, timeout: $1) { $0.status.code } }, now: now))
        }
        var pace = EventStreamWorker.Pace()
        if isShared { pace.look = 1 }
        workers = receivers.map { [pace] in EventStreamWorker(record: record, receiver: $0, pace: pace, logger: logger) }
    }

    /// The services that deliver the events. Of several nodes, one at a time delivers to each receiver.
    func services(sharing store: PostgresStore?) -> [any Service] {
        workers.map { worker in
            guard let turn = store?.turn(ofStream: worker.stream) else { return worker }
            return OneNode(work: worker, turn: turn)
        }
    }

    /// How far each stream is; `nil` if the store cannot be read.
    func status() async -> [EventStreamStatus]? {
        var found: [EventStreamStatus] = []
        for worker in workers {
            guard let status = try? await worker.status() else { return nil }
            found.append(status)
        }
        return found
    }
}
