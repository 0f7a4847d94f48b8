public import LatchkeyIdentity

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Looks after a project's own words: what they are, whether they can be used, what they look like filled in.
public struct TemplateDesk: Sendable {
    private let writer = MessageWriter()

    public init() {}

    /// Kinds of messages that there are words for.
    public static let kinds: [OutboxMessage.Kind] = [
        .passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactor, .newNetwork, .phoneCode,
        .test,
    ]

    /// Languages that Latchkey has words in.
    public static let languages = MessageLanguage.all.map(\.tag)

    /// Names that a template may use.
    public static let names = MessageValues.names.sorted()

    /// A language tag in the form that templates are kept under; `nil` when it is none.
    public static func tag(_ text: String) -> String? {
        let tag = MessageLanguage.candidates(for: text).first ?? ""
        let isTag =
            (2...35).contains(tag.utf8.count)
            && tag.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
        return isTag ? tag : nil
    }

    /// The words that ship with Latchkey, as a template to begin with; English where there are none in the language.
    public func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate? {
        let wanted = MessageLanguage.candidates(for: language) + ["en"]
        guard let words = wanted.lazy.compactMap({ WordTemplate.standard(kind, language: $0) }).first else { return nil }
        return MessageTemplate(
            project: project, kind: kind, language: language, subject: words.subject, text: words.text, html: words.html, updatedAt: now)
    }

    /// Fills a template in with made-up values, and finds out whether it could be used.
    ///
    /// - Throws: ``TemplateProblem``.
    public func preview(_ template: MessageTemplate, projectName: String) throws -> RenderedWords {
        try Self.check(template)
        let words = WordTemplate(template)
        // Names may be absent; what cannot be absent has to be there all the same.
        let bare = try words.render(Self.values(projectName, template, withNames: false), language: template.language)
        let full = try words.render(Self.values(projectName, template, withNames: true), language: template.language)
        for rendered in [bare, full] { try Self.requireContent(in: rendered, of: template) }
        return full
    }

    /// Fills in what a person reads first, without finding out whether it could be used.
    ///
    /// - Throws: ``TemplateProblem``.
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
                "The text has to contain {{\(needed)}}, whether or not a name is known: without it the message is of no use.")
        }
        guard words.html.contains(HTMLText.escaped(value)) else {
            throw TemplateProblem(
                "The HTML has to contain {{\(needed)}}, whether or not a name is known: without it the message is of no use.")
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

    /// Only values and sections of names that exist: everything else that Mustache knows could print a value as it is.
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
                    "The \(part) uses {{\(tail[..<close.lowerBound].prefix(60))}}. Known are "
                        + names.map { "{{\($0)}}" }.joined(separator: ", ")
                        + " and sections of them, {{#name}}…{{/name}} and {{^name}}…{{/name}}.")
            }
            rest = tail[close.upperBound...]
        }
    }
}
