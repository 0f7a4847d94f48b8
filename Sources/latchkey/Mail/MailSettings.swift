import LatchkeyMail
import LatchkeyProviders
import LatchkeySecrets

/// How the server delivers messages to users.
struct MailSettings: Sendable {
    enum Way: Sendable {
        case mailServer(SMTPServer, from: MailAddress)
        case webhook(String)
    }

    /// `nil` if mail is not configured; mails then wait in the outbox.
    var mail: Way?
    /// The URL that text messages are posted to.
    var smsWebhook: String?
    /// The secret that signs webhook requests.
    var webhookSecret: Secret<String>?

    static let none = MailSettings()

    /// Webhooks on this machine or in its network are allowed, because the operator configured them here.
    var privateTargets: PrivateTargets {
        var targets = PrivateTargets.none
        if case .webhook(let url) = mail { targets = targets + PrivateTargets(named: url) }
        if let smsWebhook { targets = targets + PrivateTargets(named: smsWebhook) }
        return targets
    }

    /// A readable description, without user name and password.
    var mailText: String? {
        switch mail {
        case .mailServer(let server, let from): "\(server.url), from \(from.address)"
        case .webhook(let url): url
        case nil: nil
        }
    }
}
