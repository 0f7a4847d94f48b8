import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeyMail

@Suite struct TemplateDeskTests {
    private func preview(
        subject: String = "Hello", text: String = "{{link}}", html: String? = nil, kind: OutboxMessage.Kind = .passwordReset
    ) throws -> RenderedWords {
        try TemplateDesk().preview(
            MessageTemplate(
                project: .sample, kind: kind, language: "en", subject: subject, text: text, html: html, updatedAt: ManualClock.start),
            projectName: "Lace")
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let sentence: String
        var subject = "Hello"
        var text = "{{link}}"
        var html: String?
        let word: String
        var testDescription: String { sentence }
    }

    static let bad: [Bad] = [
        Bad(sentence: "a text without the link", text: "Go there", word: "The text has to contain {{link}}"),
        Bad(sentence: "an empty text", text: " \n", word: "The text is empty"),
        Bad(sentence: "HTML without the link", html: "<p>Go there</p>", word: "The HTML has to contain {{link}}"),
        Bad(
            sentence: "a link that depends on a name", text: "{{#displayName}}{{link}}{{/displayName}}",
            word: "whether or not a name is known"),
        Bad(sentence: "a value as it is", text: "{{link}} {{{displayName}}}", word: "uses {{{displayName}}"),
        Bad(sentence: "a value as it is, the other way", html: "{{link}} {{&displayName}}", word: "uses {{&displayName}}"),
        Bad(sentence: "other delimiters", text: "{{link}} {{=<% %>=}}", word: "uses {{=<% %>=}}"),
        Bad(sentence: "another content type", html: "{{link}} {{% CONTENT_TYPE:TEXT}}", word: "uses {{%"),
        Bad(sentence: "a template of ours", text: "{{link}} {{>layout}}", word: "uses {{>layout}}"),
        Bad(sentence: "a name that does not exist", text: "{{link}} {{password}}", word: "uses {{password}}"),
        Bad(sentence: "a tag that is not closed", text: "{{link}} {{project", word: "not closed"),
        Bad(sentence: "a section that is not closed", text: "{{link}} {{#project}}", word: "not closed"),
        Bad(sentence: "a section that was not opened", text: "{{link}} {{/project}}", word: "not closed"),
        Bad(sentence: "an empty subject", subject: "", word: "The subject has to be one line"),
        Bad(sentence: "a subject of two lines", subject: "a\nBcc: x@example.org", word: "The subject has to be one line"),
        Bad(sentence: "a subject that shows the link", subject: "{{link}}", word: "subject"),
        Bad(
            sentence: "a link again and again", html: String(repeating: "{{link}}", count: 201), word: "The HTML has more than 200 places"),
        Bad(sentence: "a long text", text: "{{link}}" + String(repeating: "x", count: 20_000), word: "more than"),
    ]

    @Test(arguments: bad)
    func aTemplateThatCannotBeUsedIsRefused(_ bad: Bad) throws {
        let problem = try #require(throws: TemplateProblem.self) {
            try preview(subject: bad.subject, text: bad.text, html: bad.html)
        }
        #expect(problem.description.contains(bad.word), "\(problem)")
    }

    @Test func allThatShipsWithLatchkeyWouldBeAccepted() throws {
        for kind in TemplateDesk.kinds {
            for language in TemplateDesk.languages {
                let template = try #require(TemplateDesk().standard(kind, in: language, of: .sample, at: ManualClock.start))
                let words = try TemplateDesk().preview(template, projectName: "Lace")
                // The page behind the link has the mail's language.
                #expect(!words.text.contains("https://") || words.text.contains("&lang=\(language)"), "\(kind) \(language)")
            }
        }
    }

    @Test func textIsEscapedInHTML() throws {
        let words = try preview(text: "1 < 2 & \"so\" &amp; on\n\n{{ link }}\r\n\r\n{{#displayName}}{{displayName}}{{/displayName}}")
        #expect(words.text.hasPrefix("1 < 2 & \"so\" &amp; on\n"))
        #expect(words.html.contains("<p>1 &lt; 2 &amp; &quot;so&quot; &amp;amp; on</p>"))
        #expect(words.html.contains("<p>Ada Lovelace</p>"))
    }

    @Test(arguments: [("DE", "de"), ("pt_BR", "pt-br"), ("x", nil), ("", nil), ("de\n", nil), ("é", nil)])
    func languagesAreTags(_ text: String, _ tag: String?) {
        #expect(TemplateDesk.tag(text) == tag)
    }
}
