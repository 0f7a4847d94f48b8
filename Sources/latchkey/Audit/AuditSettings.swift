import LatchkeyAudit
import LatchkeyProviders
import LatchkeySecrets

/// Where the audit log is streamed to.
struct AuditSettings: Sendable {
    /// The path of a file of JSON lines.
    var file: String?
    /// The address of a syslog server.
    var syslog: SyslogAddress?
    /// The URL of a webhook.
    var webhook: String?
    /// The secret that signs webhook requests.
    var webhookSignature: StandardWebhookSignature?

    static let none = AuditSettings()

    /// A webhook on this machine or in its network is allowed, because the operator configured it here.
    var privateTargets: PrivateTargets { webhook.map { PrivateTargets(named: $0) } ?? .none }
}
