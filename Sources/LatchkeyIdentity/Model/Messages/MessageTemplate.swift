public import Foundation

/// The settings of a project's messages.
public struct MessageSettings: Sendable, Equatable {
    /// The project whose messages the settings apply to.
    public let project: ProjectID
    /// The language for recipients whose client requested none (BCP 47); English when `nil`.
    public var language: String?
    /// The sender of the project's emails.
    public var sender: MessageSender
    /// The time of the last change.
    public var updatedAt: Date

    /// Creates the settings of a project. By default they are those of the server.
    public init(project: ProjectID, language: String? = nil, sender: MessageSender = .init(), updatedAt: Date) {
        self.project = project
        self.language = language
        self.sender = sender
        self.updatedAt = updatedAt
    }
}

/// The sender of a project's emails. Absent values default to the server's.
public struct MessageSender: Sendable, Equatable {
    /// The display name in the `From` field (RFC 5322, section 3.6.2).
    public var name: String?
    /// The address in the `From` field.
    public var address: String?
    /// The address in the `Reply-To` field.
    public var replyTo: String?

    /// Creates a sender that replaces the given values of the server's.
    public init(name: String? = nil, address: String? = nil, replyTo: String? = nil) {
        self.name = name
        self.address = address
        self.replyTo = replyTo
    }
}

/// A project's template for one kind of message in one language, in Mustache syntax.
public struct MessageTemplate: Sendable, Equatable {
    /// The project whose messages are written with the template.
    public let project: ProjectID
    /// The kind of message.
    public let kind: OutboxMessage.Kind
    /// The language (BCP 47, lower case, for example `de`). It need not be one that Latchkey has templates for.
    public let language: String
    /// The template of the subject; unused in text messages.
    public var subject: String
    /// The template of the plain text.
    public var text: String
    /// A complete HTML document; generated from the text when `nil`.
    public var html: String?
    /// The time of the last change.
    public var updatedAt: Date

    /// Creates a template without a check of its syntax.
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
