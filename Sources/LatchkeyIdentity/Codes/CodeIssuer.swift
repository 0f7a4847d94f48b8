import Foundation
package import LatchkeySecrets

/// Creates one-time codes and the emails that carry them, inside the caller's transaction.
package struct CodeIssuer: Sendable {
    let outbox: Outbox
    let random: RandomTokens
    let url: @Sendable (ActionLink) -> String

    /// - Parameter url: Turns a link's contents into the URL of its page.
    package init(outbox: Outbox, random: RandomTokens = .system, url: @escaping @Sendable (ActionLink) -> String) {
        self.outbox = outbox
        self.random = random
        self.url = url
    }

    /// The code to create.
    struct Order {
        var kind: OneTimeCode.Kind
        var recipient: EmailAddress
        var email: EmailAddress?
        var newEmail: EmailAddress?
        var account: Account?
        var secondFactor: String?
        var continueURL: String?
        /// The message that carries the code; `nil` for the usual one of the kind.
        var message: OutboxMessage.Kind?
        /// Whether the code is emailed. A code that is not sent is stored nevertheless: if the response must not tell whether an address
        /// has an account, neither may the amount of work.
        var isSent = true
    }

    /// Stores a code, and queues the message that carries it to its recipient.
    @discardableResult
    func issue(_ order: Order, for caller: Caller, at now: Date, in transaction: any StoreWriting) throws -> Written {
        let end = now.addingTimeInterval(caller.lifetime(of: order.kind.lifetimeSeconds)).inWholeMilliseconds
        let written = try link(order, for: caller, at: now, in: transaction)
        guard order.isSent, let message = order.message ?? order.kind.message else { return written }
        var content = MessageContent(
            language: caller.language, link: written.url, displayName: order.account?.displayName, email: order.email?.text,
            newEmail: order.newEmail?.text)
        if order.kind == .verifyEmail || order.kind == .verifyAndChangeEmail {
            var denial = order
            denial.kind = .disownEmail
            denial.email = order.recipient
            denial.newEmail = nil
            denial.continueURL = nil
            content.denyLink = try self.link(denial, for: caller, at: now, in: transaction).url
        }
        try outbox.enqueue(
            message, by: .email, to: order.recipient.text, content, in: caller.realm, at: now, expiresAt: end, transaction: transaction)
        return written
    }

    /// A stored code and its link.
    struct Written {
        let code: Secret<String>
        let url: String
    }

    /// Stores a code without sending it.
    func link(_ order: Order, for caller: Caller, at now: Date, in transaction: any StoreWriting) throws -> Written {
        try transaction.removeExpired(at: now)
        let end = now.addingTimeInterval(caller.lifetime(of: order.kind.lifetimeSeconds)).inWholeMilliseconds
        let text = OneTimeCode.newText(random)
        try transaction.insert(
            OneTimeCode(
                id: Fingerprint(of: text.expose()), realm: caller.realm, kind: order.kind, recipient: order.recipient, email: order.email,
                newEmail: order.newEmail, account: order.account?.id, secondFactor: order.secondFactor,
                createdAt: now, expiresAt: end))
        // The page is opened by a browser, which has no API key.
        let key = try caller.apiKey ?? transaction.apiKeys(of: caller.realm.project).first { $0.revokedAt == nil }?.text ?? ""
        let url = url(
            ActionLink(
                mode: order.kind.mode, code: text, apiKey: key, language: caller.language ?? "en", continueURL: order.continueURL,
                tenant: caller.tenant, project: caller.realm.project))
        return Written(code: text, url: url)
    }
}
