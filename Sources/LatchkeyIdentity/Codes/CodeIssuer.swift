public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes one-time codes, and the mails that carry them, inside the transaction that needs them.
public struct CodeIssuer: Sendable {
    let outbox: Outbox
    let random: RandomTokens
    let url: @Sendable (ActionLink) -> String

    /// - Parameter url: Turns what a link carries into the URL of the page behind it.
    public init(outbox: Outbox, random: RandomTokens = .system, url: @escaping @Sendable (ActionLink) -> String) {
        self.outbox = outbox
        self.random = random
        self.url = url
    }

    /// What a code is made for.
    struct Order {
        var kind: OneTimeCode.Kind
        var recipient: EmailAddress
        var email: EmailAddress?
        var newEmail: EmailAddress?
        var account: Account?
        var secondFactor: String?
        var continueURL: String?
        /// A code that nobody gets to know is written like any other: where an answer must not tell whether an address has an account,
        /// neither may the work.
        var isSent = true
    }

    /// Writes a code down, and the message that takes it to its recipient.
    @discardableResult
    func issue(_ order: Order, for caller: Caller, at now: Date, in transaction: any StoreWriting) throws -> Written {
        let end = now.addingTimeInterval(caller.lifetime(of: order.kind.lifetimeSeconds)).inWholeMilliseconds
        let written = try link(order, for: caller, at: now, in: transaction)
        guard order.isSent, let message = order.kind.message else { return written }
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

    /// A code that nobody has been told yet.
    struct Written {
        let code: Secret<String>
        let url: String
    }

    /// Writes a code down, without sending it to anybody.
    func link(_ order: Order, for caller: Caller, at now: Date, in transaction: any StoreWriting) throws -> Written {
        try transaction.removeExpired(at: now)
        let end = now.addingTimeInterval(caller.lifetime(of: order.kind.lifetimeSeconds)).inWholeMilliseconds
        let text = OneTimeCode.newText(random)
        try transaction.insert(
            OneTimeCode(
                id: Fingerprint(of: text.expose()), realm: caller.realm, kind: order.kind, recipient: order.recipient, email: order.email,
                newEmail: order.newEmail, account: order.account?.id, secondFactor: order.secondFactor,
                createdAt: now, expiresAt: end))
        // The page is reached by a browser, which has no key of its own.
        let key = try caller.apiKey ?? transaction.apiKeys(of: caller.realm.project).first { $0.revokedAt == nil }?.text ?? ""
        let url = url(
            ActionLink(
                mode: order.kind.mode, code: text, apiKey: key, language: caller.language ?? "en", continueURL: order.continueURL,
                tenant: caller.tenant, project: caller.realm.project))
        return Written(code: text, url: url)
    }
}
