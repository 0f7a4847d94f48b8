import AsyncHTTPClient
import Foundation
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyProviders
import Logging
import NIOHTTP1

/// The outbox and its transports.
struct MailRoom: Sendable {
    let settings: MailSettings
    let outbox: Outbox
    private let store: any AccountStore
    /// The mail server, for checks; `nil` if mails are sent another way.
    let mailServer: SMTPTransport?
    let worker: OutboxWorker
    /// Whether the worker is running; if not, call it to deliver messages.
    let isRunning: Bool

    init(
        _ settings: MailSettings, store: any AccountStore, sealer: Sealer, client: TargetClient, isRunning: Bool, now: @escaping WallClock,
        logger: Logger
    ) {
        self.settings = settings
        self.isRunning = isRunning
        outbox = Outbox(sealer: sealer)
        self.store = store
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

    /// Adds a test mail to the outbox.
    ///
    /// - Returns: The id of the message.
    func enqueueTest(
        to address: EmailAddress, language: String?, in realm: Realm, at now: Date, expiresAt: Date
    ) async throws -> String {
        try await store.write { [outbox] transaction in
            try outbox.enqueue(
                .test, by: .email, to: address.text, MessageContent(language: language), in: realm, at: now, expiresAt: expiresAt,
                transaction: transaction)
        }
    }

    /// Logs how messages are delivered.
    func announce(sandbox: Bool, to logger: Logger) {
        if let mail = settings.mailText {
            logger.info("Mails are sent", metadata: ["to": "\(mail)"])
        } else if !sandbox {
            logger.warning(
                """
                Mail is not configured: messages to users wait in the outbox until their codes expire. Set smtp-url and mail-from, or \
                mail-webhook
                """)
        }
        if let url = settings.smsWebhook {
            logger.info("Text messages are sent", metadata: ["to": "\(url)"])
        } else if !sandbox {
            logger.warning("Text messages are not configured: codes for phones wait in the outbox until they expire. Set sms-webhook")
        }
    }
}
