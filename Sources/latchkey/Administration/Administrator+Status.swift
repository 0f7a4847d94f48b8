import Foundation
import LatchkeyAudit
import LatchkeyIdentity
import LatchkeyWeb

/// The state of a running server, for `latchkey status`.
struct ServerStatus: Codable, Sendable {
    var version: String
    var startedAt: Date
    /// Whether the store can be read and written, and the server does not shut down.
    var isReady: Bool
    /// What works of the store.
    var store: StoreCondition.State
    /// Where the store is; `nil` for a server of an older version.
    var storeKind: StorePlace.Kind?
    /// The error of the store; `nil` if it works.
    var storeProblem: String?
    var isStopping: Bool
    var connections: [String: Int]
    /// The maximum number of connections to both ports together; `nil` until the ports are open.
    var connectionLimit: Int?
    /// The connections that were rejected since the start.
    var refusedConnections: RefusedConnections.Counts
    /// The clients of the databases, over web sockets and polls.
    var realtimeSessions: Int
    var hashQueue: Int
    var commitQueue: Int
    /// The number of waiting messages of each channel; `nil` if the store cannot be read.
    var outboxWaiting: [String: Int]?
    /// The webhooks of all projects and their deliveries; `nil` if the store cannot be read.
    var webhooks: WebhookStatus?
    /// The webhooks that are failing or disabled, at most ``maxWebhooks``; `nil` if the store cannot be read.
    var troubledWebhooks: [WebhookTrouble]?
    /// The export of traces; `nil` without it.
    var traces: TraceStatus?
    var signingKeyCreatedAt: Date?
    /// The oldest valid key of each kind; `nil` if the store cannot be read.
    var keys: [KeyAge]?
    var certificateExpiresAt: Date?
    /// Where certificates come from: `files` or `acme`.
    var certificateSource: String?
    /// Why changed files of the certificate were refused, or why the authority issued none.
    var certificateProblem: String?
    var masterKey: MasterKeyState
    var diskFreeBytes: Int?
    var diskSizeBytes: Int?
    /// The time of the last backup; `nil` if there is none.
    var lastBackupAt: Date?
    /// The interval of regular backups; `nil` if there are none.
    var backupEverySeconds: Int?
    /// The continuous archive; `nil` if there is none.
    var archive: ArchiveStatus?
    /// The streams of the audit log; `nil` if the store cannot be read.
    var auditStreams: [EventStreamStatus]?

    static let maxWebhooks = 20

    private var connectionText: String {
        var parts = connections.sorted { $0.key > $1.key }.map { "\($0.value) \($0.key)" }
        if let connectionLimit { parts.append("\(connectionLimit) possible") }
        let refused = refusedConnections.network + refusedConnections.full
        if refused > 0 { parts.append("\(refused) rejected since the start") }
        return parts.joined(separator: ", ")
    }

    /// One line for each fact.
    func lines(at now: Date) -> [String] {
        func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
        func days(_ seconds: TimeInterval) -> String { Count.text(Int(seconds / 86_400), "day") }
        var facts: [(String, String)] = [
            ("State", isReady ? "ready" : "not ready"),
            ("Version", version), ("Started", "\(startedAt.formatted(.iso8601))"),
            ("Connections", connectionText),
            ("Database clients", "\(realtimeSessions)"),
            ("Waiting", "\(Count.text(hashQueue, "password")), \(Count.text(commitQueue, "transaction"))"),
        ]
        if isStopping { facts.insert(("", "The server shuts down."), at: 1) }
        let condition = StoreCondition(store, cause: storeProblem)
        if let problem = storeProblem, let consequence = condition.consequence {
            facts.insert(contentsOf: [("Store", "\(store.rawValue): \(problem)"), ("", consequence)], at: 1)
        }
        if let outboxWaiting {
            facts.append(("Outbox", outboxWaiting.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")))
        }
        if let webhooks, webhooks.isUsed { facts.append(("Webhooks", webhooks.text)) }
        facts += (troubledWebhooks ?? []).map { ("", "\($0.project) \($0.id): \($0.text)") }
        if let traces { facts.append(("Traces", traces.text)) }
        if let created = signingKeyCreatedAt { facts.append(("Signing key", "\(days(now.timeIntervalSince(created))) old")) }
        for (index, key) in (keys ?? []).enumerated() {
            facts.append((index == 0 ? "Oldest keys" : "", "\(key.kind): \(key.text(at: now))"))
        }
        if let problem = certificateProblem {
            facts.append(("Certificate", certificateSource == "acme" ? "not issued: \(problem)" : "changed files were refused: \(problem)"))
        } else if certificateSource == "acme", certificateExpiresAt == nil {
            facts.append(("Certificate", "requested, not issued yet"))
        }
        if let end = certificateExpiresAt {
            facts.append(("Certificate", "until \(day(end)), \(days(end.timeIntervalSince(now)))"))
        }
        facts.append(("Master key", masterKey.text))
        if let free = diskFreeBytes { facts.append(("Disk", "\(free / 1_048_576) MiB free")) }
        if storeKind == .postgresql {
            facts.append(("Store", "in PostgreSQL"))
        } else {
            facts.append(("Last backup", lastBackupAt.map { "\($0.formatted(.iso8601))" } ?? "none"))
        }
        if let archive { facts.append(("Archive", archive.text)) }
        facts += (auditStreams ?? []).map { ("Audit stream", $0.line(at: now)) }
        return facts.map { $0.0.padding(toLength: 18, withPad: " ", startingAt: 0) + $0.1 }
    }
}

/// The webhooks in the state of a running server.
struct WebhookStatus: Codable, Sendable {
    /// The deliveries that were not made yet.
    var waiting: Int
    /// The deliveries that were given up in the last days.
    var failed: Int
    /// The webhooks whose last request failed.
    var failing: Int
    /// The webhooks that are not called.
    var disabled: Int
    /// The webhooks that are called without errors.
    var active: Int

    init(_ counts: WebhookCounts) {
        (waiting, failed) = (counts.waiting, counts.failed)
        (active, failing) = (counts.endpoints[.active] ?? 0, counts.endpoints[.failing] ?? 0)
        disabled = counts.endpoints[.disabled] ?? 0
    }

    var isUsed: Bool { active + failing + disabled > 0 }
    var text: String {
        "\(active) active, \(failing) failing, \(disabled) disabled; \(Count.text(waiting, "delivery", "deliveries")) waiting, \(failed) failed"
    }
}

extension Administrator {
    func addStatus(to routes: OperatorRoutes) {
        routes.on(.get, "/v2/status") { _ in
            guard let running else { throw AdminError("No server runs on this data folder. Start it with `latchkey serve`.") }
            return await running.status()
        }
    }
}
