import Foundation
package import LatchkeyIdentity
import LatchkeyOAuth
import Testing

/// A queued mail, as its recipient reads it.
package struct Mail: Sendable {
    package let kind: OutboxMessage.Kind
    package let recipient: String
    package let content: MessageContent

    /// A parameter of the link.
    package func parameter(_ name: String) -> String? { Self.parameter(name, of: content.link) }

    package var code: String { parameter("oobCode") ?? "" }
    package var denyCode: String { Self.parameter("oobCode", of: content.denyLink) ?? "" }

    private static func parameter(_ name: String, of link: String?) -> String? {
        guard let query = link?.split(separator: "?", maxSplits: 1).last else { return nil }
        return try? Parameters(formEncoded: String(query))[name]
    }
}

extension TestServer {
    /// All mails, the newest first.
    package func mails(to recipient: String? = nil) async throws -> [Mail] {
        let outbox = Outbox(sealer: sealer)
        return try await store.read { try $0.outboxMessages(of: .standard, limit: 1000) }
            .filter { recipient == nil || $0.recipient == recipient }
            .map { Mail(kind: $0.kind, recipient: $0.recipient, content: try outbox.content(of: $0)) }
    }

    package func lastMail(to recipient: String? = nil) async throws -> Mail {
        try #require(try await mails(to: recipient).first, "no mail was sent")
    }

    package func account(_ email: String) async throws -> Account? {
        let address = try #require(EmailAddress(email))
        return try await store.read { try $0.account(withEmail: address, in: Realm(project: .standard)) }
    }

    /// Changes an account as its administrator would.
    package func edit(_ email: String, _ change: @escaping @Sendable (inout Account) -> Void) async throws {
        var account = try #require(try await account(email))
        change(&account)
        let changed = account
        try await store.write { try $0.update(changed) }
    }
}

extension TestServer.Caller {
    /// Requests a code.
    @discardableResult
    package func send(
        _ type: String, _ email: String? = nil, idToken: String? = nil, _ more: [String: any Sendable] = [:]
    ) async throws -> Reply {
        var body: [String: any Sendable] = ["requestType": type]
        body["email"] = email
        body["idToken"] = idToken
        return try await call("accounts:sendOobCode", body.merging(more) { first, _ in first })
    }

    package func signUp(_ email: String, _ password: String = "lovelace") async throws -> Reply {
        try await call("accounts:signUp", ["email": email, "password": password])
    }

    package func signIn(_ email: String, _ password: String = "lovelace") async throws -> Reply {
        try await call("accounts:signInWithPassword", ["email": email, "password": password])
    }

    package func reset(_ code: String, _ password: String? = nil) async throws -> Reply {
        var body: [String: any Sendable] = ["oobCode": code]
        body["newPassword"] = password
        return try await call("accounts:resetPassword", body)
    }

    package func apply(_ code: String) async throws -> Reply {
        try await call("accounts:update", ["oobCode": code])
    }

    package func user(_ idToken: String?) async throws -> [String: Any]? {
        (try await call("accounts:lookup", ["idToken": idToken]).json["users"] as? [[String: Any]])?.first
    }
}
