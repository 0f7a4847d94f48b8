public import Foundation

/// The settings of a project's messages.
public struct MessageSettings: Sendable, Equatable {
    public let project: ProjectID
    /// The language for recipients whose client requested none (BCP 47); English when `nil`.
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

/// The sender of a project's emails. Absent values default to the server's.
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

/// A project's template for one kind of message in one language, in Mustache syntax.
public struct MessageTemplate: Sendable, Equatable {
    public let project: ProjectID
    public let kind: OutboxMessage.Kind
    /// The language (BCP 47, lower case, for example `de`). It need not be one that Latchkey has templates for.
    public let language: String
    public var subject: String
    public var text: String
    /// A complete HTML document; generated from the text when `nil`.
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
