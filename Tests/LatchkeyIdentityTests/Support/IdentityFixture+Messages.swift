import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// The messages that the use cases sent.
extension IdentityFixture {
    /// The messages of one kind, the oldest first.
    func sent(_ kind: OutboxMessage.Kind) async throws -> [(recipient: String, content: MessageContent)] {
        let messages = try await store.read { try $0.outboxMessages(of: .sample, limit: 1000) }
        return try messages.reversed().filter { $0.kind == kind }.map { ($0.recipient, try outbox.content(of: $0)) }
    }

    /// The code in the link of the last message of a kind.
    func lastCode(_ kind: OutboxMessage.Kind) async throws -> Secret<String> {
        Self.code(inLink: try #require(try await sent(kind).last?.content.link))
    }

    /// The code in the “this was not me” link of the last message of a kind.
    func lastDenial(_ kind: OutboxMessage.Kind) async throws -> Secret<String> {
        Self.code(inLink: try #require(try await sent(kind).last?.content.denyLink))
    }

    /// The digits in the last text message to a number.
    func lastDigits(to number: String) async throws -> String {
        try #require(try await sent(.phoneCode).last { $0.recipient == number }?.content.code)
    }

    /// The fixture's links consist of the mode and the code.
    private static func code(inLink link: String) -> Secret<String> {
        Secret(String(link.split(separator: " ").last ?? ""))
    }
}
