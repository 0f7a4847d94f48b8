import Foundation
import LatchkeyAudit
import LatchkeyIdentity
import LatchkeySecrets

extension SettingsReader {
    /// The keys for streams of the audit log in a settings file. The secret is in a separate file or in the environment.
    static let auditKeys = ["audit-file", "audit-syslog", "audit-webhook", "audit-webhook-secret-file"]

    /// Reads the settings of the streams and records problems.
    mutating func auditSettings() -> AuditSettings {
        var settings = AuditSettings.none
        settings.file = auditFile()
        if let text = text("audit-syslog") {
            settings.syslog = SyslogAddress(text)
            if settings.syslog == nil {
                note("audit-syslog", "\(text) is not an address.", "Use tcp://HOST:PORT, udp://HOST:PORT or unix:/dev/log.")
            }
        }
        settings.webhook = auditWebhook()
        let secret = secret("audit-webhook-secret", maxBytes: 1024)
        guard settings.webhook != nil else {
            if text("audit-webhook-secret-file") != nil, text("audit-webhook") == nil {
                note("audit-webhook-secret-file", "requires audit-webhook.", "Set audit-webhook, or remove this setting.")
            }
            return settings
        }
        let mend = "Create one with: echo whsec_$(head -c 32 /dev/urandom | base64)"
        if let secret {
            settings.webhookSignature = StandardWebhookSignature(secrets: [secret])
            if settings.webhookSignature == nil {
                note("audit-webhook-secret-file", "the secret is not whsec_ and the Base64 of 24 to 64 bytes.", mend)
            }
        } else if text("audit-webhook-secret-file") == nil {
            note(
                "audit-webhook-secret-file", "is missing.",
                "Requests are signed: set the secret in a file or in LATCHKEY_AUDIT_WEBHOOK_SECRET. " + mend)
        }
        return settings
    }

    private mutating func auditFile() -> String? {
        guard let path = text("audit-file") else { return nil }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            note("audit-file", "the folder \(folder) does not exist.", "Create it, writable for the server's user.")
            return nil
        }
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            note("audit-file", "\(path) is a folder.", "Use the path of a file, such as \(path)/audit.jsonl.")
            return nil
        }
        return path
    }

    private mutating func auditWebhook() -> String? {
        guard let url = text("audit-webhook") else { return nil }
        let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://") && AddressRange.isLoopback(ofURL: url)
        guard isWeb, !url.contains(where: { " @#\\".contains($0) }) else {
            note(
                "audit-webhook", url.hasPrefix("http://") ? "it would send events unencrypted." : "it is not a valid webhook URL.",
                "Use the form https://siem.example.org/latchkey; http is allowed only on this machine.")
            return nil
        }
        return url
    }
}
