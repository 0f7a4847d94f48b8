import LatchkeyMail
import LatchkeySecrets
import LatchkeyServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SettingsReader {
    /// What a settings file may say about messages. Passwords stand in files of their own or in the environment.
    static let mailKeys = [
        "smtp-url", "smtp-password-file", "smtp-ca-file", "insecure-smtp", "mail-from", "mail-webhook", "sms-webhook",
        "webhook-secret-file",
    ]

    /// Reads how messages leave, and notes what is wrong with it.
    mutating func mailSettings() -> MailSettings {
        var settings = MailSettings.none
        let smtp = text("smtp-url")
        let webhook = text("mail-webhook")
        if smtp != nil, webhook != nil {
            note("mail-webhook", "there is an smtp-url too.", "Mails go one way: leave one of the two out.")
        }
        if let smtp { settings.mail = mailServer(smtp) } else { noteMailServerSettingsWithoutServer() }
        if let webhook { settings.mail = .webhook(checkedWebhook(webhook, key: "mail-webhook")) }
        settings.smsWebhook = text("sms-webhook").map { checkedWebhook($0, key: "sms-webhook") }
        let secret = secret("webhook-secret", maxBytes: 1024)
        if webhook != nil || settings.smsWebhook != nil {
            if let secret, secret.expose().utf8.count < Self.minWebhookSecretBytes {
                note(
                    "webhook-secret-file", "the secret is shorter than \(Self.minWebhookSecretBytes) characters.",
                    "Make one with: head -c 32 /dev/urandom | base64")
            }
            if secret == nil, text("webhook-secret-file") == nil {
                note(
                    "webhook-secret-file", "is missing.",
                    "What is posted is signed: give the secret in a file, or in LATCHKEY_WEBHOOK_SECRET; "
                        + "make one with: head -c 32 /dev/urandom | base64")
            }
            settings.webhookSecret = secret
        }
        return settings
    }

    private static let minWebhookSecretBytes = 16

    private mutating func mailServer(_ url: String) -> MailSettings.Way? {
        var server: SMTPServer?
        let insecure = flag("insecure-smtp")
        do {
            server = try SMTPServer(url: url, insecure: insecure)
        } catch let error as SMTPServer.AddressError {
            // The address itself is not repeated: it may hold a password.
            note("smtp-url", error.problem, error.mend)
        } catch {
            note("smtp-url", "\(error)", "Write it like smtp://user@mail.example.org:587.")
        }
        let from = sender()
        server?.password = secret("smtp-password", maxBytes: 1024)
        server?.authorityFile = text("smtp-ca-file")
        if let file = server?.authorityFile, !FileManager.default.isReadableFile(atPath: file) {
            note("smtp-ca-file", "\(file) cannot be read.", "Name a PEM file with the authorities to trust.")
        }
        guard let server else { return nil }
        if server.user != nil, server.password == nil, text("smtp-password-file") == nil {
            note("smtp-password-file", "is missing.", "smtp-url names a user: give the password in a file, or in LATCHKEY_SMTP_PASSWORD.")
        }
        if server.user == nil, server.password != nil {
            note("smtp-url", "names no user for the password.", "Write it like smtp://user@mail.example.org:587; an @ in the name as %40.")
        }
        if insecure, server.user != nil, !AddressRange.isLoopback(server.host) {
            note("insecure-smtp", "would send the password to \(server.host) in the clear.", "Leave it out, or the user.")
        }
        return from.map { .mailServer(server, from: $0) }
    }

    private mutating func sender() -> MailAddress? {
        let mend = "Write it like accounts@example.org, or “Example <accounts@example.org>”."
        guard let text = text("mail-from") else {
            note("mail-from", "is missing.", "Mails need a sender. " + mend)
            return nil
        }
        do {
            return try MailAddress(parsing: text)
        } catch {
            note("mail-from", "\(text) is no sender.", mend)
            return nil
        }
    }

    private mutating func noteMailServerSettingsWithoutServer() {
        for key in ["smtp-password-file", "smtp-ca-file", "mail-from"] where text(key) != nil {
            note(key, "means nothing without smtp-url.", "Set smtp-url, or leave it out.")
        }
    }

    private mutating func checkedWebhook(_ url: String, key: String) -> String {
        let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://") && AddressRange.isLoopback(ofURL: url)
        if !isWeb || url.contains(where: { " @#\\".contains($0) }) {
            note(
                key, "\(url.hasPrefix("http://") ? "it lets codes travel in the clear" : "it is no address that can be posted to").",
                "Write it like https://hooks.example.org/mail; http only on this machine.")
        }
        return url
    }

    /// A secret from a file, from standard input (`-`) or from the environment.
    private mutating func secret(_ name: String, maxBytes: Int) -> Secret<String>? {
        let key = name + "-file"
        guard let file = text(key) else { return text(name).map { Secret($0) } }
        do {
            return try SecretFile(file, maxBytes: maxBytes).read()
        } catch {
            note(key, error.problem, error.mend)
            return nil
        }
    }
}
