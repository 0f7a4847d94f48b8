import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What somebody writes about one kind of message in one language.
struct TemplateForm: Sendable {
    let subject: String
    let text: String
    /// Empty where it is made from the text.
    let html: String
    /// What the template was when the form was shown; another now means that somebody else saved meanwhile.
    let seen: String

    /// The longest form: the longest template, of which a form writes most signs with three bytes.
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

    /// The same words over another template, for who wants to write over it now that they know.
    init(_ former: TemplateForm, over template: MessageTemplate) {
        (subject, text, html) = (former.subject, former.text, former.html)
        seen = Self.mark(of: template)
    }

    static func mark(of template: MessageTemplate) -> String {
        Fingerprint(of: [template.subject, template.text, template.html ?? ""].joined(separator: "\u{1f}")).hex
    }

    /// The template with these words.
    func applied(to template: MessageTemplate, at now: Date) -> MessageTemplate {
        var template = template
        template.subject = subject
        template.text = text
        template.html = html.isEmpty ? nil : html
        template.updatedAt = now
        return template
    }
}
