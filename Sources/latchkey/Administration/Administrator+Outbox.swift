import Foundation
import LatchkeyIdentity
import LatchkeySignInPages

/// A message in the output for administrators.
struct OutboxMessageDescription: Codable, Sendable, Equatable {
    var id: String
    var kind: String
    var channel: String
    var recipient: String
    var state: String
    var attempts: Int
    var createdAt: Date
    var expiresAt: Date
    /// `nil` unless the message is waiting.
    var nextAttemptAt: Date?
    var lastError: String?
    /// The content; only in a sandbox, because it allows signing in as the recipient.
    var content: Content?

    struct Content: Codable, Sendable, Equatable {
        var subject: String
        var text: String
        var html: String
        var link: String?
        var code: String?
    }

    init(_ message: OutboxMessage, content: Content? = nil) {
        id = message.id
        kind = message.kind.rawValue
        channel = message.channel.rawValue
        recipient = message.recipient
        state = message.state.rawValue
        attempts = message.attempts
        createdAt = message.createdAt
        expiresAt = message.expiresAt
        nextAttemptAt = message.state == .waiting ? message.nextAttemptAt : nil
        lastError = message.lastError
        self.content = content
    }
}

extension Administrator {
    static let maxOutboxPage = 1000

    func addOutbox(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/outbox"
        routes.on(.get, path) { call in
            let limit = try call.pageSize
            guard (1...Self.maxOutboxPage).contains(limit) else {
                throw AdminError("The limit must be 1 to \(Self.maxOutboxPage) messages.")
            }
            return try await store.read { view in
                try view.outboxMessages(of: view.requireProject(call.project).id, limit: limit).map { OutboxMessageDescription($0) }
            }
        }
        routes.on(.get, path + "/:message") { try await outboxMessage($0["message"], of: $0.project) }
    }

    private func outboxMessage(_ id: String, of project: String) async throws -> OutboxMessageDescription {
        let message = try await store.read { view in
            let project = try view.requireProject(project).id
            guard let message = try view.outboxMessage(id), message.realm.project == project else {
                throw AdminError("\(project) has no message \(id); it may be expired. `latchkey outbox list` lists its messages.")
            }
            return message
        }
        guard isSandbox else { return OutboxMessageDescription(message) }
        let content = try await outboxReader.message(id, of: message.realm.project).map {
            OutboxMessageDescription.Content(subject: $0.subject, text: $0.text, html: $0.html, link: $0.link, code: $0.code)
        }
        return OutboxMessageDescription(message, content: content)
    }
}
