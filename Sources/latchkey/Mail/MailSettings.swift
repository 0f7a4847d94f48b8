import LatchkeyMail
import LatchkeySecrets
import LatchkeyServer

/// How messages to people leave the server.
struct MailSettings: Sendable {
    enum Way: Sendable {
        case mailServer(SMTPServer, from: MailAddress)
        case webhook(String)
    }

    /// None while nothing is configured: mails wait in the outbox.
    var mail: Way?
    /// The address that text messages are posted to.
    var smsWebhook: String?
    /// Signs what is posted.
    var webhookSecret: Secret<String>?

    static let none = MailSettings()

    /// Webhooks on this machine or in its network are allowed, because the operator configured them here.
    var privateTargets: PrivateTargets {
        var targets = PrivateTargets.none
        if case .webhook(let url) = mail { targets = targets + PrivateTargets(named: url) }
        if let smsWebhook { targets = targets + PrivateTargets(named: smsWebhook) }
        return targets
    }

    /// For people, without user and password.
    var mailText: String? {
        switch mail {
        case .mailServer(let server, let from): "\(server.url), from \(from.address)"
        case .webhook(let url): url
        case nil: nil
        }
    }
}
