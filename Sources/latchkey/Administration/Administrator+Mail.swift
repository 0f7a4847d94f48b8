import Foundation
import LatchkeyIdentity
import LatchkeyMail
import LatchkeyProviders

/// A test mail to send.
struct TestMail: Codable, Sendable {
    var to: String
    var language: String?
}

extension Administrator {
    func addMail(to routes: OperatorRoutes) {
        routes.on(.post, "/v2/mail:check") { _ in await checkMail() }
        routes.on(.post, "/v2/projects/:project/mail:test") { (call, mail: TestMail) in
            try await sendTestMail(to: mail.to, project: call.project, language: mail.language)
        }
    }

    private static let testLifeSeconds: Double = 600
    /// Time to retry when a mail server responds with a temporary error.
    private static let testPatience: Duration = .seconds(30)

    /// Connects and authenticates to the mail server without sending mail.
    private func checkMail() async -> [CheckupFinding] {
        let room: MailRoom
        do {
            room = try mail()
        } catch {
            return [.wrong("mail", Failure.text(for: error), mend: nil)]
        }
        guard let server = room.mailServer, let text = room.settings.mailText else {
            let where_ = room.settings.mailText.map { "mails are posted to \($0), which was not checked" }
            return [.ok("mail", where_ ?? "not configured: mails wait in the outbox")]
        }
        do {
            try await server.check()
            return [.ok("mail", "\(text) accepts mails")]
        } catch {
            return [.wrong("mail", Failure.text(for: error), mend: Self.mailMend)]
        }
    }

    /// Sends a test mail through the outbox, like any other mail, and waits for the result.
    private func sendTestMail(to recipient: String, project: String, language: String?) async throws -> CheckupFinding {
        let subject = "test mail"
        guard let address = EmailAddress(recipient) else { throw AdminError("\(recipient) is not an email address.") }
        let room = try mail()
        let begun = now().inWholeMilliseconds
        let realm = Realm(project: try await store.read { try $0.requireProject(project).id })
        let id = try await room.enqueueTest(
            to: address, language: language, in: realm, at: begun, expiresAt: begun.addingTimeInterval(Self.testLifeSeconds))
        guard room.settings.mail != nil else {
            return .ok(subject, "mail is not configured: the mail waits in the outbox as \(id)")
        }
        if !room.isRunning { try await room.worker.deliverDue() }
        let end = ContinuousClock.now + Self.testPatience
        while true {
            guard let message = try await store.read({ try $0.outboxMessage(id) }) else {
                return .wrong(subject, "the mail is no longer in the outbox", mend: nil)
            }
            let attempts = message.attempts == 1 ? "one attempt" : Count.text(message.attempts, "attempt")
            switch message.state {
            case .sent: return .ok(subject, "the mail server accepted it after \(attempts)")
            case .failed: return .wrong(subject, message.lastError ?? "it was given up", mend: Self.mailMend)
            case .waiting where !room.isRunning || ContinuousClock.now > end:
                return .wrong(
                    subject, "still waiting after \(attempts): \(message.lastError ?? "the server has not responded yet")",
                    mend: room.isRunning ? Self.mailMend : "The server retries when it runs. " + Self.mailMend)
            case .waiting: try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private static let mailMend =
        "Check smtp-url, the password, mail-from and, for a private certificate authority, smtp-ca-file."
}
