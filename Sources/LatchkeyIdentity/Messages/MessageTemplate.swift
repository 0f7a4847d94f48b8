#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a project says of itself in its messages.
public struct MessageSettings: Sendable, Equatable {
    public let project: ProjectID
    /// The language for people who asked for none (BCP 47); English when absent.
    public var language: String?
    public var sender: MessageSender
    public var updatedAt: Date

    public init(project: ProjectID, language: String? = nil, sender: MessageSender = .init(), updatedAt: Date) {
        self.project = project
        self.language = language
        self.sender = sender
        self.updatedAt = updatedAt
    }
}

/// From whom mails come; what is absent is the server's own.
public struct MessageSender: Sendable, Equatable {
    public var name: String?
    public var address: String?
    public var replyTo: String?

    public init(name: String? = nil, address: String? = nil, replyTo: String? = nil) {
        self.name = name
        self.address = address
        self.replyTo = replyTo
    }
}

/// A project's own words for one kind of message in one language, as Mustache templates.
public struct MessageTemplate: Sendable, Equatable {
    public let project: ProjectID
    public let kind: OutboxMessage.Kind
    /// BCP 47, lower case, for example `de`; Latchkey need not have words of its own in it.
    public let language: String
    public var subject: String
    public var text: String
    /// A whole HTML document; made from the text when absent.
    public var html: String?
    public var updatedAt: Date

    public init(
        project: ProjectID, kind: OutboxMessage.Kind, language: String, subject: String, text: String, html: String? = nil, updatedAt: Date
    ) {
        self.project = project
        self.kind = kind
        self.language = language
        self.subject = subject
        self.text = text
        self.html = html
        self.updatedAt = updatedAt
    }
}
