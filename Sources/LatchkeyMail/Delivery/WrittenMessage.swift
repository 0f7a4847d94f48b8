public import LatchkeyIdentity

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message in words, ready to travel.
public struct WrittenMessage: Sendable, Equatable {
    /// That of the `OutboxMessage`: the same at each attempt, so that a receiver can tell a copy.
    public let id: String
    public let project: ProjectID
    public let channel: OutboxMessage.Channel
    public let kind: OutboxMessage.Kind
    public let recipient: String
    public let link: String?
    public let code: String?
    public let createdAt: Date
    public let expiresAt: Date
    public let words: RenderedWords
    /// What a project says of itself in place of the server's own sender.
    public let sender: MessageSender

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

/// Carries messages out of the house: to a mail server, or to a program of the operator's.
public protocol MessageTransport: Sendable {
    /// Returns when somebody else answers for the message.
    ///
    /// - Throws: ``DeliveryError``; whatever else is thrown counts as temporary.
    func deliver(_ message: WrittenMessage) async throws
}
