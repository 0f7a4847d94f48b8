import Foundation
import LatchkeyIdentity
import LatchkeyMail

/// Changes to a template; `nil` members are not changed.
struct TemplateChange: Codable, Sendable, Equatable {
    var subject: String?
    var text: String?
    var html: String?
}

/// Changes to a project's sender settings; `nil` members are not changed, and empty ones are reset to the server's values.
struct SenderChange: Codable, Sendable, Equatable {
    var name: String?
    var address: String?
    var replyTo: String?
    var language: String?
}

/// A message template in one language, in the output for administrators.
struct TemplateDescription: Codable, Sendable, Equatable {
    var kind: String
    var language: String
    /// Whether the template is the project's own.
    var own: Bool
    var subject: String
    var text: String
    /// `nil` when it is generated from the text.
    var html: String?
    var updatedAt: Date?
    /// Rendered with sample values.
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

/// A project's message settings, and its custom templates.
struct MessageSettingsDescription: Codable, Sendable, Equatable {
    var project: String
    var senderName: String?
    var senderAddress: String?
    var replyTo: String?
    /// For users without a preferred language.
    var language: String
    /// The languages of the built-in templates.
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
