import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

/// How editors write message templates, and the preview meanwhile.
@Suite struct ConsoleTemplateTests {
    private static let list = "/console/projects/default/templates"
    private static let path = list + "/password_reset"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private func own(_ language: String = "de") async throws -> MessageTemplate? {
        try await console.server.store.read { try $0.messageTemplate(.passwordReset, in: language, of: .standard) }
    }

    /// Submits the form of a page with other texts.
    private func send(
        _ action: String, _ changes: [String: String], from page: Reply, by browser: inout Browser
    ) async throws -> Reply {
        var form = ["subject": "A subject", "text": "Here: {{link}}", "html": ""]
        for name in ["csrf", "seen", "lang"] { form[name] = try field(name, of: page) }
        form.merge(changes) { $1 }
        return try await browser.post("\(Self.path)/\(action)", form.map { ($0.key, $0.value) })
    }

    @Test func everyKindIsShownInEveryLanguage() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let list = try await browser.open(Self.list)
            for kind in ["password_reset", "verify_email", "phone_code"] {
                for language in ["en", "de", "ar"] { #expect(list.text.contains("/templates/\(kind)?lang=\(language)\""), "\(kind)") }
            }
            #expect(list.text.contains("post@example.org"), "the server's own sender")
            let page = try await browser.open(Self.path + "?lang=de")
            #expect(page.status == .ok && page.text.contains("password_reset in de"), "\(page.text)")
            let name = console.server.project.displayName
            #expect(page.text.contains("data-text>\(name): https://auth.example.org/action</pre>"), "the project's name is filled in")
            for language in ["en", "de", "ar"] { #expect(page.text.contains("password_reset in \(language)</bdi>")) }
            #expect(page.headers[.contentSecurityPolicy]?.contains("frame-src 'self'") == true)
        }
    }

    @Test func previewFrameIsSandboxed() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let frame = try await browser.open(Self.path + "/frame?lang=de")
            let policy = try #require(frame.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'") && policy.hasSuffix("; sandbox") && policy.contains("frame-ancestors 'self'"))
            #expect(frame.text.contains("style=\"color:red\""))
            let page = try await browser.open(Self.path + "?lang=de")
            let drawn = try await send("frame", ["html": "<p>{{link}}<script>alert(1)</script></p>"], from: page, by: &browser)
            #expect(drawn.text == "<p>https://auth.example.org/action<script>alert(1)</script></p>", "a document of its own")
            #expect(drawn.headers[.contentSecurityPolicy] == policy)
            let none = try await send("frame", ["text": "<b>nothing</b>"], from: page, by: &browser)
            #expect(none.text.contains("The text has to contain {{link}}.") && none.headers[.contentSecurityPolicy] == policy)
            #expect(try await own() == nil, "nothing is saved")
        }
    }

    @Test func templateIsSavedRecordedAndReset() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "?lang=de")
            let saved = try await send(
                "save", ["subject": "Passwort für {{project}}", "text": "Hier:\r\n{{link}}"], from: page, by: &browser)
            #expect(saved.headers[.location] == Self.path + "?lang=de&done=saved", "\(saved.text)")
            let kept = try #require(try await own())
            #expect(kept.subject == "Passwort für {{project}}" && kept.text == "Hier:\n{{link}}" && kept.html == nil)
            let events = try await console.server.store.read { try $0.events(of: .standard, subject: nil, limit: 5) }
            #expect(events.contains { $0.kind == .configure && $0.reason == "template password_reset de" && $0.actor != nil }, "\(events)")
            let again = try await browser.open(Self.path + "?lang=de")
            #expect(again.text.contains("Custom template."))
            let former = try await send("reset", [:], from: page, by: &browser)
            #expect(former.status == .conflict && former.text.contains("Hier:"), "the conflict is reported: \(former.text)")
            #expect(try await own() != nil)
            let reset = try await send("reset", [:], from: again, by: &browser)
            #expect(reset.headers[.location] == Self.path + "?lang=de&done=reset")
            #expect(try await own() == nil)
        }
    }

    @Test func invalidTemplateIsRejectedAndTheFormIsKept() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "?lang=de")
            let text = "</textarea><script>alert(1)</script>"
            let refused = try await send("save", ["text": text], from: page, by: &browser)
            #expect(refused.status == .badRequest && refused.text.contains("The text has to contain {{link}}. Nothing was saved."))
            #expect(refused.text.contains("&lt;/textarea&gt;&lt;script&gt;alert(1)") && !refused.text.contains("<script>alert"))
            #expect(try await own() == nil)
            let checked = try await send("check", ["text": text], from: page, by: &browser)
            #expect(checked["problem"] == "The text has to contain {{link}}.", "\(checked.text)")
            let good = try await send("check", ["subject": "For {{project}}"], from: page, by: &browser)
            #expect(good["problem"] == nil && good["subject"] == "For \(console.server.project.displayName)", "\(good.text)")
            #expect(good["text"] == "Here: https://auth.example.org/action")
        }
    }

    @Test func conflictingSaveIsReportedAndKeepsTheText() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let former = try await browser.open(Self.path + "?lang=de")
            #expect(try await send("save", ["text": "First: {{link}}"], from: former, by: &browser).status == .seeOther)
            let told = try await send("save", ["text": "Second: {{link}}"], from: former, by: &browser)
            #expect(told.status == .conflict && told.text.contains("Second: {{link}}"), "\(told.text)")
            #expect(told.text.contains("First: https://auth.example.org/action"), "what is saved is shown too")
            #expect(try await own()?.text == "First: {{link}}")
            #expect(try await send("save", ["text": "Second: {{link}}"], from: told, by: &browser).status == .seeOther)
            #expect(try await own()?.text == "Second: {{link}}")
        }
    }

    @Test func viewersCannotChangeTemplates() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "?lang=de")
            let sender = [("csrf", try field("csrf", of: page)), ("address", "a@example.org"), ("language", "de")]
            for (role, actions) in [("viewer", ["save", "reset", "check", "frame"]), ("editor", [])] {
                try await console.make(role)
                #expect(try await browser.open(Self.path + "?lang=de").status == .ok)
                for action in actions { #expect(try await send(action, [:], from: page, by: &browser).status == .forbidden, "\(action)") }
                #expect(try await browser.post(Self.list, sender).status == .forbidden, "\(role)")
            }
            try await console.make("viewer")
            #expect(try await !browser.open(Self.path).text.contains("<form method=\"post\" action=\"/console/projects"))
            #expect(try await own() == nil)
            #expect(try await console.server.store.read { try $0.messageSettings(of: .standard) } == nil)
        }
    }

    @Test func formsOfOtherSitesAreRejected() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            for action in ["save", "reset", "check", "frame"] {
                let reply = try await browser.post("\(Self.path)/\(action)", [("lang", "de"), ("text", "{{link}}"), ("subject", "x")])
                #expect(reply.status == .forbidden, "\(action)")
            }
            #expect(try await own() == nil)
        }
    }

    @Test func theSenderIsCheckedAndSaved() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let list = try await browser.open(Self.list)
            let (csrf, seen) = (("csrf", try field("csrf", of: list)), ("seen", try field("seen", of: list)))
            let wrong = try await browser.post(Self.list, [csrf, seen, ("address", "nowhere"), ("language", "de")])
            #expect(wrong.status == .badRequest && wrong.text.contains("value=\"nowhere\"") && wrong.text.contains("has no @"))
            let form = [csrf, seen, ("name", "The \"Shop\""), ("address", "shop@example.org"), ("replyTo", ""), ("language", "de")]
            #expect(try await browser.post(Self.list, form).status == .seeOther)
            let settings = try #require(try await console.server.store.read { try $0.messageSettings(of: .standard) })
            #expect(settings.sender == MessageSender(name: "The \"Shop\"", address: "shop@example.org") && settings.language == "de")
            let page = try await browser.open(Self.path)
            #expect(page.text.contains("The &quot;Shop&quot; &lt;shop@example.org&gt;"))
            let second = try await browser.post(Self.list, [csrf, seen, ("name", "Another"), ("language", "ar")])
            #expect(second.status == .conflict && second.text.contains("value=\"Another\"") && second.text.contains("Shop"), "told")
            let again = [csrf, ("seen", try field("seen", of: second)), ("name", "Another"), ("language", "ar")]
            #expect(try await browser.post(Self.list, again).status == .seeOther)
            #expect(try await console.server.store.read { try $0.messageSettings(of: .standard) }?.sender == MessageSender(name: "Another"))
        }
    }

    @Test(arguments: ["/nothing", "/password_reset?lang=x", "/password_reset?lang=%3Cscript%3E", "/nothing/frame"])
    func unknownTemplatesAreNotFound(_ path: String) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open(Self.list + path).status == .notFound)
        }
    }

    @Test func longTextIsCutInTheOverview() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "?lang=de")
            let text = "{{link}}" + String(repeating: "ä", count: 3000)
            #expect(try await send("save", ["text": text], from: page, by: &browser).status == .seeOther)
            let other = try await browser.open(Self.path + "?lang=en")
            #expect(other.text.contains("äää…</pre>") && other.text.contains("lang=de\">Full text</a>"), "\(other.text)")
            #expect(other.text.split(separator: "ä", omittingEmptySubsequences: false).count < 2001)
            #expect(try await browser.open(Self.path + "?lang=de").text.contains(String(repeating: "ä", count: 3000)))
        }
    }

    @Test func numberOfLanguagesIsLimited() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            try await console.server.store.write { transaction in
                for (index, letter) in "abcdefghijklmnopqrstuvwxyzabcdefghijklmn".enumerated() {
                    try transaction.save(
                        MessageTemplate(
                            project: .standard, kind: index % 2 == 0 ? .passwordReset : .verifyEmail,
                            language: (index < 26 ? "x" : "y") + String(letter), subject: "A", text: "{{link}}",
                            updatedAt: console.server.clock.now))
                }
            }
            let page = try await browser.open(Self.path + "?lang=de")
            let refused = try await send("save", ["text": "Mine: {{link}}"], from: page, by: &browser)
            #expect(refused.status == .badRequest && refused.text.contains("at most 40 languages"), "\(refused.text)")
            #expect(refused.text.contains("Mine: {{link}}"), "what was written is there still")
            let known = try await browser.open(Self.path + "?lang=xb")
            #expect(try await send("save", [:], from: known, by: &browser).status == .seeOther, "one that the project has already")
        }
    }

    @Test func aProjectMayHaveALanguageOfItsOwn() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path + "?lang=PT-br")
            #expect(try await send("save", [:], from: page, by: &browser).headers[.location] == Self.path + "?lang=pt-br&done=saved")
            #expect(try await browser.open(Self.list).text.contains("password_reset?lang=pt-br"))
            #expect(try await own("pt-br") != nil)
        }
    }
}
