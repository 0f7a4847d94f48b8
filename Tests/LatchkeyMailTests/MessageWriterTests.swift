import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport
import Testing

@testable import LatchkeyMail

@Suite struct MessageWriterTests {
    private static let link = "https://auth.example.org/__/auth/action?mode=x&oobCode=a-b_c&lang=de"

    static let everything: [(OutboxMessage.Kind, String)] = TemplateDesk.kinds.flatMap { kind in
        TemplateDesk.languages.map { (kind, $0) }
    }

    private func write(
        _ kind: OutboxMessage.Kind, _ content: MessageContent, project: String = "Lace", settings: MessageSettings? = nil,
        templates: [MessageTemplate] = []
    ) throws -> WrittenMessage {
        let message = OutboxMessage(
            id: "id", realm: .sample, channel: kind == .phoneCode ? .sms : .email, kind: kind, recipient: "ada@example.org",
            sealedContent: SealedSecret(bytes: [1]), createdAt: ManualClock.start, expiresAt: ManualClock.start)
        return try MessageWriter().write(
            message, content, .init(projectName: project, settings: settings, templates: templates))
    }

    @Test(arguments: [OutboxMessage.Kind.verifyEmail, .verifyAndChangeEmail], ["en", "de", "fr", "es", "ar"])
    func denialLinkIsIncluded(_ kind: OutboxMessage.Kind, _ language: String) throws {
        let denial = "https://auth.example.org/__/auth/action?mode=disownEmail&oobCode=x"
        var content = MessageContent(language: language, link: Self.link, email: "ada@example.org")
        #expect(try !write(kind, content).words.html.contains("disownEmail"))
        content.denyLink = denial
        let words = try write(kind, content).words
        #expect(words.text.split(separator: "\n").contains(Substring(denial)))
        #expect(words.html.contains("href=\"\(denial.replacingOccurrences(of: "&", with: "&amp;"))\""))
    }

    @Test(arguments: everything)
    func everyKindHasWordsInEveryLanguage(_ kind: OutboxMessage.Kind, _ language: String) throws {
        let content = MessageContent(
            language: language, link: Self.link, code: "314159", displayName: "Ada", email: "ada@example.org",
            newEmail: "countess@example.org", address: "192.0.2.7", time: "2026-03-01 12:00:00Z")
        let words = try write(kind, content).words
        if kind == .newNetwork { #expect(words.text.contains("192.0.2.7") && words.text.contains("2026-03-01 12:00:00Z")) }
        #expect(words.language == language)
        #expect(words.subject.contains("Lace"))
        for text in [words.subject, words.text, words.html] { #expect(!text.contains("{{") && !text.contains("}}"), "\(text)") }
        #expect(words.text.contains("Lace"))
        switch MessageWriter.needed(by: kind) {
        case "link":
            // On a separate line, so that no adjacent text becomes part of it.
            #expect(words.text.split(separator: "\n").contains(Substring(Self.link)))
            #expect(words.html.contains("href=\"\(Self.link.replacingOccurrences(of: "&", with: "&amp;"))\""))
        case "code": #expect(words.text.contains("314159") && words.text.count <= 160)
        default: break
        }
        let direction = language == "ar" ? "rtl" : "ltr"
        #expect(words.html.contains("<html lang=\"\(language)\" dir=\"\(direction)\">"))
        #expect(!words.html.contains("<img") && !words.html.contains("<script") && !words.html.contains("url("))
    }

    @Test(arguments: everything)
    func everyLanguageHasItsOwnTexts(_ kind: OutboxMessage.Kind, _ language: String) throws {
        guard language != "en" else { return }
        let content = { MessageContent(language: $0, link: Self.link, code: "1") }
        #expect(try write(kind, content(language)).words.text != write(kind, content("en")).words.text)
        #expect(try write(kind, content(language)).words.subject != write(kind, content("en")).words.subject)
    }

    @Test(arguments: [
        ("de", "de"), ("de-AT", "de"), ("DE_at", "de"), ("fr-CA,en;q=0.8", "fr"), ("ar-EG", "ar"), ("zh-Hans", "es"), ("", "es"),
        ("de\r\nBcc: x@example.org", "es"), (String(repeating: "de-", count: 200), "es"),
    ])
    func languageIsTheRequestedOneOrTheProjects(_ received: String, _ expected: String) throws {
        let settings = MessageSettings(project: .sample, language: "es-MX", updatedAt: ManualClock.start)
        let content = MessageContent(language: received, link: Self.link)
        #expect(try write(.passwordReset, content, settings: settings).words.language == expected)
    }

    @Test func withoutAnyLanguageItIsEnglish() throws {
        #expect(try write(.passwordReset, MessageContent(link: Self.link)).words.language == "en")
        let settings = MessageSettings(project: .sample, language: "tlh", updatedAt: ManualClock.start)
        #expect(try write(.passwordReset, MessageContent(language: "x", link: Self.link), settings: settings).words.language == "en")
    }

    /// Attackers may sign up with another person's address and choose the name.
    @Test(arguments: [
        ("<b onclick=\"x\">Ada</b>", nil), ("https://evil.example", nil), ("evil.example", nil), ("Win at www.evil.example now", nil),
        (String(repeating: "a", count: 41), nil), ("mallory@evil.example", nil), ("Ada & \"Bob\"'s", "Ada & \"Bob\"'s"),
        ("Ada\r\nBcc: x", nil), ("Ada\u{202e}ecalevol", "Adaecalevol"), ("J. R. R. Tolkien", "J. R. R. Tolkien"),
        ("Zoë  Ångström", "Zoë Ångström"), ("\u{0}\u{0}", nil),
    ])
    func hostileNamesAreSanitized(_ name: String, _ shown: String?) throws {
        let words = try write(.passwordReset, MessageContent(link: Self.link, displayName: name)).words
        #expect(words.text.hasPrefix(shown.map { "Hello \($0),\n" } ?? "Hello,\n"))
        #expect(words.html.contains("<p>" + (shown.map { "Hello \(HTMLText.escaped($0))," } ?? "Hello,") + "</p>"))
    }

    /// In Swift, a quotation mark with a combining accent is not equal to a quotation mark.
    @Test func aMarkWithAnAccentIsEscapedToo() throws {
        let words = try write(.test, MessageContent(), project: "A\"\u{338} <\u{338}b").words
        #expect(words.html.contains("A&quot; &lt;b"))
        #expect(!words.html.contains("<\u{338}"))
        #expect(words.text.contains("A\" <b"))
    }

    @Test func withoutItsLinkAMessageIsRefused() throws {
        #expect(throws: DeliveryError.permanent("It has no link.")) { try write(.verifyEmail, MessageContent()) }
        #expect(throws: DeliveryError.permanent("It has no code.")) { try write(.phoneCode, MessageContent()) }
        #expect(throws: DeliveryError.permanent("There is no template for messages of the kind pigeon.")) {
            try write(.init(rawValue: "pigeon"), MessageContent(link: Self.link))
        }
    }

    @Test func aProjectsOwnWordsComeFirstInTheirLanguage() throws {
        let own = [
            MessageTemplate(
                project: .sample, kind: .passwordReset, language: "pt", subject: "Senha de {{project}}", text: "Olá\n\n{{link}}",
                updatedAt: ManualClock.start),
            MessageTemplate(
                project: .sample, kind: .passwordReset, language: "de", subject: "Eigenes", text: "Los: {{link}}",
                html: "<p>{{project}}</p><a href=\"{{link}}\">los</a>", updatedAt: ManualClock.start),
        ]
        let portuguese = try write(.passwordReset, MessageContent(language: "pt-BR", link: Self.link), project: "A&B", templates: own).words
        #expect(portuguese.subject == "Senha de A&B")
        #expect(portuguese.text == "Olá\n\n\(Self.link)")
        #expect(portuguese.html.contains("<html lang=\"pt\""))
        let german = try write(.passwordReset, MessageContent(language: "de", link: Self.link), project: "A&B", templates: own).words
        #expect(german.html == "<p>A&amp;B</p><a href=\"\(HTMLText.escaped(Self.link))\">los</a>")
        // Other kinds keep the built-in texts.
        #expect(try write(.verifyEmail, MessageContent(language: "de", link: Self.link), templates: own).words.subject.contains("Lace"))
    }
}
