import LatchkeyIdentity
import LatchkeyMail

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is to be changed in a template; what is absent stays.
struct TemplateChange: Codable, Sendable, Equatable {
    var subject: String?
    var text: String?
    var html: String?
}

/// What is to be changed in what a project says of itself; what is absent stays, and what is empty is the server's own again.
struct SenderChange: Codable, Sendable, Equatable {
    var name: String?
    var address: String?
    var replyTo: String?
    var language: String?
}

/// The words of one kind of message in one language, as an administrator sees them.
struct TemplateDescription: Codable, Sendable, Equatable {
    var kind: String
    var language: String
    /// Whether they are the project's own.
    var own: Bool
    var subject: String
    var text: String
    /// Absent where it is made from the text.
    var html: String?
    var updatedAt: Date?
    /// Filled in with made-up values.
    var preview: Preview

    struct Preview: Codable, Sendable, Equatable {
        var subject: String
        var text: String
        var html: String
    }

    init(_ template: MessageTemplate, own: Bool, preview: RenderedWords) {
        kind = template.kind.rawValue
        language = template.language
        self.own = own
        subject = template.subject
        text = template.text
        html = template.html
        updatedAt = own ? template.updatedAt : nil
        self.preview = Preview(subject: preview.subject, text: preview.text, html: preview.html)
    }
}

/// What a project says of itself in its messages, and which words are its own.
struct MessageSettingsDescription: Codable, Sendable, Equatable {
    var project: String
    var senderName: String?
    var senderAddress: String?
    var replyTo: String?
    /// For people who asked for none.
    var language: String
    /// Languages that there are words in without templates.
    var languages: [String]
    var kinds: [String]
    var own: [OwnTemplate]

    struct OwnTemplate: Codable, Sendable, Equatable {
        var kind: String
        var language: String
    }

    init(_ project: ProjectID, _ settings: MessageSettings?, templates: [MessageTemplate]) {
        self.project = project.rawValue
        senderName = settings?.sender.name
        senderAddress = settings?.sender.address
        replyTo = settings?.sender.replyTo
        language = settings?.language ?? "en"
        languages = TemplateDesk.languages
        kinds = TemplateDesk.kinds.map(\.rawValue)
        own = templates.map { OwnTemplate(kind: $0.kind.rawValue, language: $0.language) }
    }
}
