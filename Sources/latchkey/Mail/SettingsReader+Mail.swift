import Foundation
import LatchkeyIdentity
import LatchkeyMail
import LatchkeySecrets
import LatchkeyServer
import LatchkeyWeb

extension SettingsReader {
    /// The keys for messages in a settings file. Passwords are in separate files or in the environment.
    static let mailKeys = [
        "smtp-url", "smtp-password-file", "smtp-ca-file", "insecure-smtp", "mail-from", "mail-webhook", "sms-webhook",
        "webhook-secret-file",
    ]

    /// Reads the mail settings and records problems.
    mutating func mailSettings() -> MailSettings {
        var settings = MailSettings.none
        let smtp = text("smtp-url")
        let webhook = text("mail-webhook")
        if smtp != nil, webhook != nil {
            note("mail-webhook", "cannot be used together with smtp-url.", "Remove one of the two settings.")
        }
        if let smtp { settings.mail = mailServer(smtp) } else { noteMailServerSettingsWithoutServer() }
        if let webhook { settings.mail = .webhook(checkedWebhook(webhook, key: "mail-webhook")) }
        settings.smsWebhook = text("sms-webhook").map { checkedWebhook($0, key: "sms-webhook") }
        let secret = secret("webhook-secret", maxBytes: 1024)
        if webhook != nil || settings.smsWebhook != nil {
            if let secret, secret.expose().utf8.count < Self.minWebhookSecretBytes {
                note(
                    "webhook-secret-file", "the secret is shorter than \(Self.minWebhookSecretBytes) characters.",
                    "Create one with: head -c 32 /dev/urandom | base64")
            }
            if secret == nil, text("webhook-secret-file") == nil {
                note(
                    "webhook-secret-file", "is missing.",
                    "Webhook requests are signed: set the secret in a file or in LATCHKEY_WEBHOOK_SECRET; "
                        + "create one with: head -c 32 /dev/urandom | base64")
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
            // The URL itself is not repeated, because it may contain a password.
            note("smtp-url", error.problem, error.mend)
        } catch {
            note("smtp-url", "\(error)", "Use the form smtp://user@mail.example.org:587.")
        }
        let from = sender()
        server?.password = secret("smtp-password", maxBytes: 1024)
        server?.authorityFile = text("smtp-ca-file")
        if let file = server?.authorityFile, !FileManager.default.isReadableFile(atPath: file) {
            note("smtp-ca-file", "\(file) cannot be read.", "Use a PEM file with certificate authorities.")
        }
        guard let server else { return nil }
        if server.user != nil, server.password == nil, text("smtp-password-file") == nil {
            note("smtp-password-file", "is missing.", "smtp-url has a user: set the password in a file or in LATCHKEY_SMTP_PASSWORD.")
        }
        if server.user == nil, server.password != nil {
            note("smtp-url", "has no user for the password.", "Use the form smtp://user@mail.example.org:587, with %40 for an @.")
        }
        if insecure, server.user != nil, !AddressRange.isLoopback(server.host) {
            note("insecure-smtp", "would send the password to \(server.host) unencrypted.", "Remove this setting, or the user.")
        }
        return from.map { .mailServer(server, from: $0) }
    }

    private mutating func sender() -> MailAddress? {
        let mend = "Use the form accounts@example.org or \"Example <accounts@example.org>\"."
        guard let text = text("mail-from") else {
            note("mail-from", "is missing.", "Mails need a sender. " + mend)
            return nil
        }
        do {
            return try MailAddress(parsing: text)
        } catch {
            note("mail-from", "\(text) is not a valid sender.", mend)
            return nil
        }
    }

    private mutating func noteMailServerSettingsWithoutServer() {
        for key in ["smtp-password-file", "smtp-ca-file", "mail-from"] where text(key) != nil {
            note(key, "requires smtp-url.", "Set smtp-url, or remove this setting.")
        }
    }

    private mutating func checkedWebhook(_ url: String, key: String) -> String {
        let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://") && AddressRange.isLoopback(ofURL: url)
        if !isWeb || url.contains(where: { " @#\\".contains($0) }) {
            note(
                key, "\(url.hasPrefix("http://") ? "it would send codes unencrypted" : "it is not a valid webhook URL").",
                "Use the form https://hooks.example.org/mail; http is allowed only on this machine.")
        }
        return url
    }

    /// Reads a secret from a file, from standard input (`-`) or from the environment.
    mutating func secret(_ name: String, maxBytes: Int) -> Secret<String>? {
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
