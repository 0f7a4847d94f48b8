import AsyncHTTPClient
import LatchkeyAudit
import LatchkeyIdentity
import LatchkeyProviders
import Logging
import NIOHTTP1

/// The streams of the audit log of a running server.
struct AuditStreams: Sendable {
    let workers: [EventStreamWorker]

    init(_ settings: AuditSettings, record: any EventRecord, client: TargetClient, now: @escaping WallClock, logger: Logger) {
        var receivers: [any EventReceiver] = []
        if let path = settings.file { receivers.append(EventFile(path: path)) }
        if let address = settings.syslog { receivers.append(EventSyslog(address)) }
        if let url = settings.webhook, let signature = settings.webhookSignature {
            receivers.append(
                EventWebhook(
                    url: url, signature: signature, send: { try await client.execute($0, timeout: $1) { $0.status.code } }, now: now))
        }
        workers = receivers.map { EventStreamWorker(record: record, receiver: $0, logger: logger) }
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
