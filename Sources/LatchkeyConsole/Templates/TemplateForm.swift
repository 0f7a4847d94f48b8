import Foundation
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The form of a template: one kind of message in one language.
struct TemplateForm: Sendable {
    let subject: String
    let text: String
    /// The HTML document; empty to generate it from the text.
    let html: String
    /// The mark of the template when the form was rendered. A different mark on submission means that it was changed concurrently.
    let seen: String

    /// The maximum size of the form: the longest template, where form encoding takes three bytes for most punctuation.
    static let maxBytes = 512 * 1024

    init(_ template: MessageTemplate) {
        subject = template.subject
        text = template.text
        html = template.html ?? ""
        seen = Self.mark(of: template)
    }

    init(_ form: QueryParameters) {
        subject = form["subject"] ?? ""
        text = (form["text"] ?? "").replacing("\r\n", with: "\n")
        html = (form["html"] ?? "").replacing("\r\n", with: "\n")
        seen = form["seen"] ?? ""
    }

    /// Creates a form with the same input and the mark of the current template, so that the user can choose to overwrite it.
    init(_ former: TemplateForm, over template: MessageTemplate) {
        (subject, text, html) = (former.subject, former.text, former.html)
        seen = Self.mark(of: template)
    }

    static func mark(of template: MessageTemplate) -> String {
        Fingerprint(of: [template.subject, template.text, template.html ?? ""].joined(separator: "\u{1f}")).hex
    }

    /// Returns the template with the content of the form.
    func applied(to template: MessageTemplate, at now: Date) -> MessageTemplate {
        var template = template
        template.subject = subject
        template.text = text
        template.html = html.isEmpty ? nil : html
        template.updatedAt = now
        return template
    }
}
