import Mustache

/// One message's words as Mustache templates: what ships with Latchkey, or what a project has put in its place.
struct WordTemplate: Sendable {
    let subject: String
    let text: String
    /// A whole document. Without one the paragraphs of the text are set in a page of ours.
    let html: String?
    /// What is written on the button that opens the link, where the page is ours.
    let action: String?

    /// The paragraph with the link of who never asked.
    private static let denial = "{{#denyLink}}{{denyLink}}{{/denyLink}}"

    static let maxSubjectCharacters = 200
    static let maxTextBytes = 16_384
    static let maxHTMLBytes = 131_072
    /// In each part: a link that is filled in is many times as long as its name.
    static let maxTags = 200

    /// - Throws: ``TemplateProblem``.
    func render(_ values: MessageValues, language: String) throws -> RenderedWords {
        let plain = try plain(values)
        return RenderedWords(
            language: language, subject: plain.subject, text: plain.text,
            html: try Self.fill(html ?? page(language: language), values, part: html == nil ? "text" : "HTML"))
    }

    /// What there is besides HTML.
    ///
    /// - Throws: ``TemplateProblem``.
    func plain(_ values: MessageValues) throws -> (subject: String, text: String) {
        let subject = try plain(self.subject, values, part: "subject").trimmingBlanks
        guard !subject.isEmpty, subject.count <= Self.maxSubjectCharacters, !subject.unicodeScalars.contains(where: \.steersMail) else {
            throw TemplateProblem("The subject has to be one line of 1 to \(Self.maxSubjectCharacters) characters.")
        }
        return (subject, try plain(text, values, part: "text"))
    }

    /// A text is escaped, filled and unescaped, so that no template is ever filled with values as they are.
    private func plain(_ source: String, _ values: MessageValues, part: String) throws -> String {
        HTMLText.unescaped(try Self.fill(HTMLText.escaped(source), values, part: part))
    }

    private static func fill(_ source: String, _ values: MessageValues, part: String) throws -> String {
        do {
            return try MustacheTemplate(string: source).render(values.texts)
        } catch {
            throw TemplateProblem("The \(part) is no Mustache template: a tag or a section is not closed.")
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

/// A message in one language, filled in.
public struct RenderedWords: Sendable, Equatable {
    /// BCP 47.
    public let language: String
    public let subject: String
    public let text: String
    public let html: String
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " || $0 == "\n" }.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
    }
}
