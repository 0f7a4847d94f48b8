import Foundation
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyPostgres
import LatchkeySQL
import LatchkeyWeb
import Logging

/// All measurements of a running server.
struct ServerMetrics: MetricSource {
    let telemetry: Telemetry
    let store: any SQLStore
    let readiness: Readiness
    let databases: DatabaseParts
    let hashing: HashingPool
    let certificate: ServerCertificate?
    let masterKey: MasterKeyReplacement
    let audit: AuditStreams
    let storeKind: StorePlace.Kind
    /// The store in PostgreSQL; `nil` for one in the data folder.
    let shared: PostgresStore?
    /// The folder whose disk is measured.
    let folder: String
    /// The interval of regular backups; `nil` if there are none.
    let backupEvery: Duration?
    /// The continuous archive; `nil` if there is none.
    let archiver: Archiver?
    let drain: Drain
    let logger: Logger

    func metrics() async -> [MetricFamily] {
        var families: [MetricFamily] = [
            .gauge("latchkey_build_info", "The version of the server.", [([("version", Latchkey.version)], 1)])
        ]
        families += PortCounts.metrics(of: [telemetry.server, telemetry.database])
        families += telemetry.refused.metrics()
        families += telemetry.events.metrics()
        families += telemetry.routes.metrics()
        families += databases.metrics()
        families += telemetry.tracing?.metrics() ?? []
        families += [
            .gauge("latchkey_hash_queue_depth", "Passwords that wait to be hashed.", Double(hashing.waitingCount)),
            .histogram("latchkey_commit_seconds", "Durations of commits.", [([], store.commitTimes)]),
            .gauge("latchkey_commit_queue_depth", "Transactions that wait for a commit.", Double(store.waitingTransactions)),
        ]
        let condition = await readiness.check(logger: logger)
        families += [
            .gauge("latchkey_store_up", "Whether the store can be read and written.", condition.state == .working ? 1 : 0),
            .gauge("latchkey_store_readable", "Whether the store can be read.", condition.state == .unavailable ? 0 : 1),
        ]
        families += await stored()
        families += await shared?.measurements().metrics ?? []
        families += await audit.metrics()
        if let end = certificate?.status.expiresAt {
            families.append(
                .gauge("latchkey_certificate_expiry_timestamp_seconds", "End of the server's certificate.", end.timeIntervalSince1970))
        }
        families.append(
            .gauge(
                "latchkey_unreadable_secrets", "Secrets that cannot be decrypted with the master key.", Double(masterKey.unreadable)))
        if let last = Backup(folder: folder).last {
            families.append(
                .gauge("latchkey_last_backup_timestamp_seconds", "Time of the last backup.", last.timeIntervalSince1970))
        }
        if let archiver { families += archiver.status(at: Date()).metrics() }
        families += disk()
        return families + ProcessMetrics(startedAt: telemetry.startedAt).metrics()
    }

    /// What the store knows; nothing if it cannot be read.
    private func stored() async -> [MetricFamily] {
        let found = try? await store.read {
            (
                waiting: try $0.waitingMessages(), keys: try $0.signingKeys(), oldest: try $0.oldestKeys(),
                webhooks: try $0.webhookCounts()
            )
        }
        guard let found else { return [] }
        var families: [MetricFamily] = [
            .gauge(
                "latchkey_outbox_waiting", "Messages that wait for delivery.",
                Self.channels.map { ([("channel", $0.rawValue)], Double(found.waiting[$0] ?? 0)) }),
            .gauge(
                "latchkey_webhook_deliveries", "Deliveries to webhooks that wait, and that were given up in the last days.",
                [([("state", "waiting")], Double(found.webhooks.waiting)), ([("state", "failed")], Double(found.webhooks.failed))]),
            .gauge(
                "latchkey_webhooks", "Webhooks of projects.",
                WebhookEndpoint.State.allCases.map { ([("state", $0.rawValue)], Double(found.webhooks.endpoints[$0] ?? 0)) }),
        ]
        if let created = Self.created(found.keys) {
            families.append(
                .gauge(
                    "latchkey_signing_key_created_timestamp_seconds", "Creation of the oldest key that signs tokens.",
                    created.timeIntervalSince1970))
        }
        families.append(
            .gauge(
                "latchkey_key_created_timestamp_seconds", "Creation of the oldest valid key or secret of each kind.",
                KeyAge.all(found.oldest, certificate: certificate?.status.beganAt).map {
                    ([("kind", $0.kind)], $0.createdAt.timeIntervalSince1970)
                }))
        return families
    }

    private func disk() -> [MetricFamily] {
        guard let disk = diskSpace else { return [] }
        return [
            .gauge("latchkey_disk_free_bytes", "Free space on the disk of the data folder.", Double(disk.free)),
            .gauge("latchkey_disk_size_bytes", "Size of the disk of the data folder.", Double(disk.size)),
        ]
    }

    private var diskSpace: (free: Int, size: Int)? {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder),
            let free = attributes[.systemFreeSize] as? NSNumber, let size = attributes[.systemSize] as? NSNumber
        else { return nil }
        return (free.intValue, size.intValue)
    }

    func status() async -> ServerStatus {
        let condition = await readiness.check(logger: logger)
        let found = try? await store.read {
            (
                waiting: try $0.waitingMessages(), keys: try $0.signingKeys(), oldest: try $0.oldestKeys(),
                webhooks: try $0.webhookCounts(), troubled: try Self.troubledWebhooks(in: $0)
            )
        }
        let (sockets, polls) = databases.sessionCounts
        let (certificate, disk) = (certificate?.status, diskSpace)
        let streams = await audit.status()
        return ServerStatus(
            version: Latchkey.version, startedAt: telemetry.startedAt,
            isReady: condition.state == .working && !drain.hasBegun && certificate?.isPresent != false,
            store: condition.state, storeKind: storeKind, storeProblem: condition.cause, isStopping: drain.hasBegun,
            connections: ["server": telemetry.server.connections, "database": telemetry.database.connections],
            connectionLimit: telemetry.refused.limit, refusedConnections: telemetry.refused.counts,
            realtimeSessions: sockets + polls, hashQueue: hashing.waitingCount, commitQueue: store.waitingTransactions,
            outboxWaiting: found.map { found in
                Dictionary(uniqueKeysWithValues: Self.channels.map { ($0.rawValue, found.waiting[$0] ?? 0) })
            },
            webhooks: found.map { WebhookStatus($0.webhooks) }, troubledWebhooks: found?.troubled, traces: telemetry.tracing?.status,
            signingKeyCreatedAt: found.flatMap { Self.created($0.keys) },
            keys: found.map { KeyAge.all($0.oldest, certificate: certificate?.beganAt) }, certificateExpiresAt: certificate?.expiresAt,
            certificateSource: certificate.map { $0.source == .files ? "files" : "acme" }, certificateProblem: certificate?.problem,
            masterKey: MasterKeyState(masterKey),
            diskFreeBytes: disk?.free, diskSizeBytes: disk?.size,
            lastBackupAt: Backup(folder: folder).last, backupEverySeconds: backupEvery.map { Int($0.components.seconds) },
            archive: archiver?.status(at: Date()), auditStreams: streams)
    }

    private static func troubledWebhooks(in view: any StoreReading) throws -> [WebhookTrouble] {
        try view.troubledWebhooks(limit: ServerStatus.maxWebhooks).map { try WebhookTrouble($0, in: view) }
    }

    private static let channels = [OutboxMessage.Channel.email, .sms]

    /// The creation of the oldest key that signs.
    private static func created(_ keys: [SigningKey]) -> Date? {
        SigningKey.Purpose.allCases.compactMap { keys.signer(of: $0)?.createdAt }.min()
    }
}
