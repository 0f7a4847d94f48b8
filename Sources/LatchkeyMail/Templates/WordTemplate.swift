import Mustache

/// The Mustache templates of one message: the ones that ship with Latchkey, or the project's own.
struct WordTemplate: Sendable {
    let subject: String
    let text: String
    /// A complete HTML document. If `nil`, the paragraphs of the text are put into the standard page.
    let html: String?
    /// The label of the button that opens the link, on the standard page.
    let action: String?

    /// The paragraph with the link for recipients who did not request the message.
    private static let denial = "{{#denyLink}}{{denyLink}}{{/denyLink}}"

    static let maxSubjectCharacters = 200
    static let maxTextBytes = 16_384
    static let maxHTMLBytes = 131_072
    /// The maximum number of tags in each part, because a link is many times longer than its tag.
    static let maxTags = 200

    /// Renders all parts.
    ///
    /// - Throws: ``TemplateProblem`` if a part cannot be rendered or the subject is invalid.
    func render(_ values: MessageValues, language: String) throws -> RenderedWords {
        let plain = try plain(values)
        return RenderedWords(
            language: language, subject: plain.subject, text: plain.text,
            html: try Self.fill(html ?? page(language: language), values, part: html == nil ? "text" : "HTML"))
    }

    /// Renders the subject and the plain text.
    ///
    /// - Throws: ``TemplateProblem`` if a part cannot be rendered or the subject is invalid.
    func plain(_ values: MessageValues) throws -> (subject: String, text: String) {
        let subject = try plain(self.subject, values, part: "subject").trimmingBlanks
        guard !subject.isEmpty, subject.count <= Self.maxSubjectCharacters, !subject.unicodeScalars.contains(where: \.steersMail) else {
            throw TemplateProblem("The subject has to be one line of 1 to \(Self.maxSubjectCharacters) characters.")
        }
        return (subject, try plain(text, values, part: "text"))
    }

    /// Renders a plain text: the source is escaped, filled in and unescaped, so that no template is filled with unescaped values.
    private func plain(_ source: String, _ values: MessageValues, part: String) throws -> String {
        HTMLText.unescaped(try Self.fill(HTMLText.escaped(source), values, part: part))
    }

    private static func fill(_ source: String, _ values: MessageValues, part: String) throws -> String {
        do {
            return try MustacheTemplate(string: source).render(values.texts)
        } catch {
            throw TemplateProblem("The \(part) is not a valid Mustache template: a tag or a section is not closed.")
        }
    }

    // MARK: The page

    private func page(language: String) -> String {
        let direction = MessageLanguage.isRightToLeft(language) ? "rtl" : "ltr"
        let paragraphs = text.replacing("\r\n", with: "\n").split(separator: "\n\n").map { paragraph(String($0).trimmingBlanks) }
        return """
            <!doctype html>
            <html lang="\(HTMLText.escaped(language))" dir="\(direction)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(HTMLText.escaped(subject))</title>
            </head>
            <body dir="\(direction)" style="margin:0;padding:24px 12px;background:#eef1f6;color:#1d2330;\
            font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
            <div style="max-width:32em;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d4dae4;border-radius:12px;\
            overflow-wrap:anywhere">
            \(paragraphs.joined(separator: "\n"))
            </div>
            </body>
            </html>

            """
    }

    private func paragraph(_ source: String) -> String {
        switch source {
        case "{{link}}":
            let address = #"<p dir="ltr" style="font-size:13px;color:#5c6577"><a href="{{link}}" style="color:#2a5bd7">{{link}}</a></p>"#
            guard let action else { return address }
            return """
                <p style="margin:24px 0"><a href="{{link}}" style="display:inline-block;padding:12px 20px;border-radius:9px;\
                background:#2a5bd7;color:#ffffff;font-weight:600;text-decoration:none">\(HTMLText.escaped(action))</a></p>
                \(address)
                """
        case Self.denial:
            return ##"""
                {{#denyLink}}<p dir="ltr" style="font-size:13px"><a href="{{denyLink}}" style="color:#2a5bd7">{{denyLink}}</a></p>{{/denyLink}}
                """##
        case "{{code}}":
            return #"<p dir="ltr" style="margin:24px 0;font-size:28px;letter-spacing:4px;font-weight:600">{{code}}</p>"#
        default:
            return "<p>" + HTMLText.escaped(source).replacing("\n", with: "<br>\n") + "</p>"
        }
    }
}

/// The rendered texts of a message in one language.
public struct RenderedWords: Sendable, Equatable {
    /// The language tag (BCP 47).
    public let language: String
    /// The subject, one line.
    public let subject: String
    /// The plain text.
    public let text: String
    /// The HTML document.
    public let html: String
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " || $0 == "\n" }.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
    }
}
