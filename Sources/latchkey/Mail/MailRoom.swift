import AsyncHTTPClient
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyServer
import Logging
import NIOHTTP1

/// Where messages wait, and the ways they leave by.
struct MailRoom: Sendable {
    let settings: MailSettings
    let outbox: Outbox
    /// To ask the mail server something, where mails go to one.
    let mailServer: SMTPTransport?
    let worker: OutboxWorker
    /// Whether the worker runs already; otherwise somebody has to tell it to deliver.
    let isRunning: Bool

    init(
        _ settings: MailSettings, store: any AccountStore, sealer: Sealer, client: TargetClient, isRunning: Bool, now: @escaping WallClock,
        logger: Logger
    ) {
        self.settings = settings
        self.isRunning = isRunning
        outbox = Outbox(sealer: sealer)
        var transports: [OutboxMessage.Channel: any MessageTransport] = [:]
        func webhook(_ url: String) -> (any MessageTransport)? {
            settings.webhookSecret.map { secret in
                WebhookTransport(
                    url: url, signature: WebhookSignature(secret: secret),
                    send: { try await client.execute($0, timeout: $1) { $0.status.code } }, now: now)
            }
        }
        switch settings.mail {
        case .mailServer(let server, let from):
            let transport = SMTPTransport(server, sender: from)
            mailServer = transport
            transports[.email] = transport
        case .webhook(let url):
            mailServer = nil
            transports[.email] = webhook(url)
        case nil:
            mailServer = nil
        }
        if let url = settings.smsWebhook { transports[.sms] = webhook(url) }
        worker = OutboxWorker(store: store, outbox: outbox, transports: transports, now: now, logger: logger)
    }

    /// Says what an operator should know at the start.
    func announce(sandbox: Bool, to logger: Logger) {
        if let mail = settings.mailText {
            logger.info("mails leave", metadata: ["to": "\(mail)"])
        } else if !sandbox {
            logger.warning(
                """
                mail is not configured: messages to people wait in the outbox until their codes end. Set smtp-url and mail-from, or \
                mail-webhook
                """)
        }
        if let url = settings.smsWebhook {
            logger.info("text messages leave", metadata: ["to": "\(url)"])
        } else if !sandbox {
            logger.warning("text messages are not configured: codes for telephones wait in the outbox until they end. Set sms-webhook")
        }
    }
}
