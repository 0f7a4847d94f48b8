public import Foundation
public import LatchkeyIdentity

/// A message with rendered texts, ready for a transport.
public struct WrittenMessage: Sendable, Equatable {
    /// The identifier of the `OutboxMessage`. It is the same for each attempt, so that a receiver can detect duplicates.
    public let id: String
    /// The project that sends the message.
    public let project: ProjectID
    /// The channel by which the message is delivered.
    public let channel: OutboxMessage.Channel
    /// The kind of the message.
    public let kind: OutboxMessage.Kind
    /// An email address, or a phone number in E.164 form.
    public let recipient: String
    /// The link in the message, if it has one.
    public let link: String?
    /// The code in the message, if it has one.
    public let code: String?
    /// The time at which the message was added to the outbox.
    public let createdAt: Date
    /// The time at which the link or code expires.
    public let expiresAt: Date
    /// The rendered texts.
    public let words: RenderedWords
    /// The sender that the project has configured in place of the server's.
    public let sender: MessageSender

    /// Creates a message from its parts.
    public init(
        id: String, project: ProjectID, channel: OutboxMessage.Channel, kind: OutboxMessage.Kind, recipient: String, link: String?,
        code: String?, createdAt: Date, expiresAt: Date, words: RenderedWords, sender: MessageSender = .init()
    ) {
        self.id = id
        self.project = project
        self.channel = channel
        self.kind = kind
        self.recipient = recipient
        self.link = link
        self.code = code
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.words = words
        self.sender = sender
    }
}

/// A way to deliver messages, for example by a mail server or a webhook of the operator.
public protocol MessageTransport: Sendable {
    /// Delivers a message, and returns when the receiver has accepted it.
    ///
    /// - Throws: ``DeliveryError``. Other errors count as temporary.
    func deliver(_ message: WrittenMessage) async throws
}
