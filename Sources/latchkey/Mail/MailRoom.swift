import AsyncHTTPClient
import Foundation
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyProviders
import LatchkeyTracing
import Logging
import NIOHTTP1
import Synchronization

/// The outbox and its transports. The settings can be replaced while messages are delivered.
final class MailRoom: Sendable {
    /// The settings with what follows from them.
    private struct Current {
        let settings: MailSettings
        let mailServer: SMTPTransport?
    }

    let outbox: Outbox
    let worker: OutboxWorker
    /// Whether the worker is running; if not, call it to deliver messages.
    let isRunning: Bool
    private let store: any AccountStore
    private let client: TargetClient
    private let now: WallClock
    private let transports: MessageTransports
    private let current: Mutex<Current>

    init(
        _ settings: MailSettings, store: any AccountStore, sealer: Sealer, client: TargetClient, isRunning: Bool, now: @escaping WallClock,
        logger: Logger, tracer: Tracer? = nil
    ) {
        self.isRunning = isRunning
        self.store = store
        self.client = client
        self.now = now
        outbox = Outbox(sealer: sealer)
        let (mailServer, transports) = Self.transports(settings, client: client, now: now)
        self.transports = MessageTransports(transports)
        current = Mutex(Current(settings: settings, mailServer: mailServer))
        var worker = OutboxWorker(store: store, outbox: outbox, transports: self.transports, now: now, logger: logger)
        worker.tracer = tracer
        self.worker = worker
    }

    var settings: MailSettings { current.withLock { $0.settings } }
    /// The mail server, for checks; `nil` if mails are sent another way.
    var mailServer: SMTPTransport? { current.withLock { $0.mailServer } }

    /// Replaces the settings. Messages that are being delivered keep the previous ones.
    ///
    /// - Parameter settings: They have the same webhooks as before: the server may call only the targets that it knew at its start.
    func replace(_ settings: MailSettings) {
        let (mailServer, transports) = Self.transports(settings, client: client, now: now)
        self.transports.replace(with: transports)
        current.withLock { $0 = Current(settings: settings, mailServer: mailServer) }
        // Mails may have waited for a transport.
        store.outboxBell.ring()
    }

    private static func transports(
        _ settings: MailSettings, client: TargetClient, now: @escaping WallClock
    ) -> (mailServer: SMTPTransport?, transports: [OutboxMessage.Channel: any MessageTransport]) {
        func webhook(_ url: String) -> (any MessageTransport)? {
            settings.webhookSecret.map { secret in
                WebhookTransport(
                    url: url, signature: WebhookSignature(secret: secret),
                    send: { try await client.execute($0, timeout: $1) { $0.status.code } }, now: now)
            }
        }
        var mailServer: SMTPTransport?
        var transports: [OutboxMessage.Channel: any MessageTransport] = [:]
        switch settings.mail {
        case .mailServer(let server, let from):
            let transport = SMTPTransport(server, sender: from)
            mailServer = transport
            transports[.email] = transport
        case .webhook(let url): transports[.email] = webhook(url)
        case nil: break
        }
        if let url = settings.smsWebhook { transports[.sms] = webhook(url) }
        return (mailServer, transports)
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
        let settings = settings
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
