public import Foundation
public import LatchkeyIdentity

/// Validates and previews the message templates of a project.
public struct TemplateDesk: Sendable {
    /// Creates a template desk.
    public init() {}

    /// The kinds of messages that have templates.
    public static let kinds: [OutboxMessage.Kind] = [
        .passwordReset, .verifyEmail, .emailSignIn, .signUp, .accountExists, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactor,
        .newNetwork, .phoneCode, .test,
    ]

    /// The languages that Latchkey ships templates in.
    public static let languages = MessageLanguage.all.map(\.tag)

    /// The names that a template may use, sorted.
    public static let names = MessageValues.names.sorted()

    /// Returns a language tag in the normalized form under which templates are stored, or `nil` if it is invalid.
    public static func tag(_ text: String) -> String? {
        let tag = MessageLanguage.candidates(for: text).first ?? ""
        let isTag =
            (2...35).contains(tag.utf8.count)
            && tag.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
        return isTag ? tag : nil
    }

    /// Returns the template that ships with Latchkey, as a starting point for a project's own. The fallback language is English.
    public func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate? {
        let wanted = MessageLanguage.candidates(for: language) + ["en"]
        guard let words = wanted.lazy.compactMap({ WordTemplate.standard(kind, language: $0) }).first else { return nil }
        return MessageTemplate(
            project: project, kind: kind, language: language, subject: words.subject, text: words.text, html: words.html, updatedAt: now)
    }

    /// Validates a template and renders it with sample values.
    ///
    /// - Throws: ``TemplateProblem`` if the template cannot be used.
    public func preview(_ template: MessageTemplate, projectName: String) throws -> RenderedWords {
        try Self.check(template)
        let words = WordTemplate(template)
        // Names may be absent. The required value must appear in both cases.
        let bare = try words.render(Self.values(projectName, template, withNames: false), language: template.language)
        let full = try words.render(Self.values(projectName, template, withNames: true), language: template.language)
        for rendered in [bare, full] { try Self.requireContent(in: rendered, of: template) }
        return full
    }

    /// Renders the subject and the plain text with sample values, without checking that they contain the required value.
    ///
    /// - Throws: ``TemplateProblem`` if the template cannot be rendered.
    public func plainText(_ template: MessageTemplate, projectName: String) throws -> (subject: String, text: String) {
        try Self.check(template)
        return try WordTemplate(template).plain(Self.values(projectName, template, withNames: true))
    }

    private static func link(_ language: String) -> String {
        "https://auth.example.org/__/auth/action?mode=action&oobCode=sample-code&lang=\(language)"
    }
    private static let code = "314159"

    private static func values(_ projectName: String, _ template: MessageTemplate, withNames: Bool) -> MessageValues {
        MessageValues(
            project: projectName, recipient: "ada@example.org",
            content: MessageContent(
                link: link(template.language), code: template.kind == .phoneCode ? code : nil,
                displayName: withNames ? "Ada Lovelace" : nil,
                email: "ada@example.org", newEmail: withNames ? "countess@example.org" : nil,
                address: template.kind == .newNetwork ? "192.0.2.7" : nil,
                time: template.kind == .newNetwork ? "2026-03-01 12:00:00Z" : nil),
            isRightToLeft: MessageLanguage.isRightToLeft(template.language))
    }

    private static func requireContent(in words: RenderedWords, of template: MessageTemplate) throws {
        guard let needed = MessageWriter.needed(by: template.kind) else { return }
        let link = link(template.language)
        let value = needed == "link" ? link : code
        guard words.text.contains(value) else {
            throw TemplateProblem(
                "The text has to contain {{\(needed)}}, whether or not a name is known: without it, the message is useless.")
        }
        guard words.html.contains(HTMLText.escaped(value)) else {
            throw TemplateProblem(
                "The HTML has to contain {{\(needed)}}, whether or not a name is known: without it, the message is useless.")
        }
        guard !words.subject.contains(link) else {
            throw TemplateProblem("The subject may not contain {{link}}: it is shown on locked screens.")
        }
    }

    private static func check(_ template: MessageTemplate) throws {
        guard template.text.contains(where: { !$0.isWhitespace }) else { throw TemplateProblem("The text is empty.") }
        guard template.text.utf8.count <= WordTemplate.maxTextBytes else {
            throw TemplateProblem("The text has more than \(WordTemplate.maxTextBytes) bytes.")
        }
        guard (template.html ?? "").utf8.count <= WordTemplate.maxHTMLBytes else {
            throw TemplateProblem("The HTML has more than \(WordTemplate.maxHTMLBytes) bytes.")
        }
        for (part, source) in [("subject", template.subject), ("text", template.text), ("HTML", template.html ?? "")] {
            try checkTags(of: source, part: part)
        }
    }

    /// Allows only values and sections with known names. Other Mustache tags could print a value without escaping.
    private static func checkTags(of source: String, part: String) throws {
        var rest = source[...]
        var count = 0
        while let open = rest.firstRange(of: "{{") {
            count += 1
            guard count <= WordTemplate.maxTags else {
                throw TemplateProblem("The \(part) has more than \(WordTemplate.maxTags) places to fill in.")
            }
            let tail = rest[open.upperBound...]
            guard let close = tail.firstRange(of: "}}") else { throw TemplateProblem("In the \(part) a {{ is not closed.") }
            var name = tail[..<close.lowerBound]
            if let mark = name.first, "#^/".contains(mark) { name = name.dropFirst() }
            let trimmed = name.filter { $0 != " " }
            guard MessageValues.names.contains(trimmed), !tail[close.upperBound...].hasPrefix("}") else {
                throw TemplateProblem(
                    "The \(part) uses {{\(tail[..<close.lowerBound].prefix(60))}}. You can use "
                        + names.map { "{{\($0)}}" }.joined(separator: ", ")
                        + " and sections of them, {{#name}}…{{/name}} and {{^name}}…{{/name}}.")
            }
            rest = tail[close.upperBound...]
        }
    }
}
