public import LatchkeyIdentity

/// A message as its recipient would see it.
public struct ShownMessage: Sendable, Equatable {
    /// The stored message.
    public let message: OutboxMessage
    /// The subject.
    public let subject: String
    /// The plain text.
    public let text: String
    /// A complete HTML document; empty if there is none.
    public let html: String
    /// The link in the message, if any.
    public let link: String?
    /// The code in the message, if any.
    public let code: String?

    /// Creates the view of a message from its parts.
    public init(_ message: OutboxMessage, subject: String, text: String, html: String, link: String?, code: String?) {
        self.message = message
        self.subject = subject
        self.text = text
        self.html = html
        self.link = link
        self.code = code
    }
}

/// Provides the messages for the outbox page.
///
/// A reader of the messages can sign in as their recipients, so only servers without real users have an outbox page.
public protocol OutboxViewing: Sendable {
    /// Returns the most recent messages, newest first.
    func recentMessages(of project: ProjectID) async throws -> [ShownMessage]
    /// Returns the message with this ID; `nil` if the project has no such message.
    func message(_ id: String, of project: ProjectID) async throws -> ShownMessage?
}
