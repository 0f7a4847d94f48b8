import Foundation
import ServerUnderTest
import Testing

/// An operator's commands for messages.
@Suite(.timeLimit(.minutes(10))) struct MailCommandTests {
    private struct Check: Decodable {
        let subject: String
        let ok: Bool
        let detail: String
    }

    private struct Message: Decodable {
        let id: String
        let kind: String
        let state: String
        let recipient: String
        let content: Content?

        struct Content: Decodable {
            let subject: String
            let text: String
        }
    }

    private struct Template: Decodable {
        let own: Bool
        let subject: String
        let preview: Preview

        struct Preview: Decodable {
            let text: String
            let html: String
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let sentence: String
        let options: [String]
        var environment: [String: String] = [:]
        let key: String
        let word: String
        var testDescription: String { sentence }
    }

    private static let from = ["--mail-from", "a@example.org"]
    private static let webhookSecret = ["LATCHKEY_WEBHOOK_SECRET": "0123456789abcdef"]

    static let mistakes: [Mistake] = [
        Mistake(
            sentence: "a password in the address", options: ["--smtp-url", "smtp://u:hunter2@h"] + from, key: "smtp-url",
            word: "LATCHKEY_SMTP_PASSWORD"),
        Mistake(sentence: "no sender", options: ["--smtp-url", "smtp://h"], key: "mail-from", word: "is missing"),
        Mistake(
            sentence: "a sender that is none", options: ["--smtp-url", "smtp://h", "--mail-from", "a@b\r\nBcc: c"], key: "mail-from",
            word: "is not a valid sender"),
        Mistake(
            sentence: "a user without a password", options: ["--smtp-url", "smtp://u@h"] + from, key: "smtp-password-file",
            word: "is missing"),
        Mistake(
            sentence: "a password without a user", options: ["--smtp-url", "smtp://h"] + from,
            environment: ["LATCHKEY_SMTP_PASSWORD": "hunter2"], key: "smtp-url", word: "has no user"),
        Mistake(
            sentence: "a password in the clear", options: ["--smtp-url", "smtp://u@mail.example.org", "--insecure-smtp"] + from,
            environment: ["LATCHKEY_SMTP_PASSWORD": "hunter2"], key: "insecure-smtp", word: "unencrypted"),
        Mistake(
            sentence: "a password file that is not there",
            options: ["--smtp-url", "smtp://u@h", "--smtp-password-file", "/nonexistent"] + from, key: "smtp-password-file",
            word: "/nonexistent"),
        Mistake(
            sentence: "authorities that are not there", options: ["--smtp-url", "smtp://h", "--smtp-ca-file", "/nonexistent"] + from,
            key: "smtp-ca-file", word: "/nonexistent"),
        Mistake(
            sentence: "two ways at once", options: ["--smtp-url", "smtp://h", "--mail-webhook", "https://h.example/"] + from,
            environment: webhookSecret, key: "mail-webhook", word: "smtp-url"),
        Mistake(
            sentence: "a webhook without a secret", options: ["--mail-webhook", "https://h.example/"], key: "webhook-secret-file",
            word: "LATCHKEY_WEBHOOK_SECRET"),
        Mistake(
            sentence: "a webhook with a short secret", options: ["--sms-webhook", "https://h.example/"],
            environment: ["LATCHKEY_WEBHOOK_SECRET": "short"], key: "webhook-secret-file", word: "shorter"),
        Mistake(
            sentence: "a webhook in the clear", options: ["--sms-webhook", "http://h.example/"], environment: webhookSecret,
            key: "sms-webhook", word: "unencrypted"),
        Mistake(sentence: "a sender and no server", options: from, key: "mail-from", word: "requires smtp-url"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsExplainedWithoutTheSecret(_ mistake: Mistake) async throws {
        let folder = try TemporaryFolder()
        let report = try await LatchkeyProcess.run(
            ["serve", "--data", folder.data] + mistake.options, environment: mistake.environment
        ).refusal(status: 78)
        let lines = report.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  \(mistake.key): ") && $0.contains(mistake.word) }, "\(report)")
        #expect(lines.first?.contains("1 problem in the configuration") == true, "\(report)")
        #expect(!report.contains("hunter2"))
        #expect(!FileManager.default.fileExists(atPath: folder.data))
    }

    @Test func aPasswordFileThatOthersMayReadIsRefused() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("password", "hunter2\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let options = ["serve", "--data", folder.data, "--smtp-url", "smtp://u@h", "--smtp-password-file", file] + Self.from
        let report = try await LatchkeyProcess.run(options).refusal(status: 78)
        #expect(report.contains("chmod 600"))
        #expect(!report.contains("hunter2"))
    }

    @Test func inRealModeMessagesWaitAndTheirContentIsNotShown() async throws {
        let folder = try TemporaryFolder()
        let ended = try await LatchkeyProcess.serve(in: folder, []) { server in
            let checks: [Check] = try await server.latchkey("doctor", "--send-test-mail", "ada@example.org", "--json").json()
            #expect(checks.contains { $0.subject == "mail" && $0.ok && $0.detail.contains("not configured") })
            let messages: [Message] = try await server.latchkey("outbox", "list", "--json").json()
            let message = try #require(messages.first)
            #expect(messages.count == 1 && message.state == "waiting" && message.kind == "test")
            let shown: Message = try await server.latchkey("outbox", "show", message.id, "--json").json()
            #expect(shown.recipient == "ada@example.org" && shown.content == nil)
            #expect(try await Web.get(server.url + "/outbox").status == 404)
            let page = try await Web.get(server.url + "/sign-in")
            #expect(!page.text.contains("/outbox"))
        }
        #expect(ended.log.contains("Mail is not configured"))
    }

    @Test(arguments: Place.allCases)
    func sandboxShowsTheContentOfMessages(_ place: Place) async throws {
        try await place.withData { data in
            _ = try await data.latchkey("doctor", "--send-test-mail", "ada@example.org", "--public-url", "http://localhost:1")
            let messages: [Message] = try await data.latchkey("outbox", "list", "--json").json()
            let message = try #require(messages.first)
            let shown: Message = try await data.latchkey("outbox", "show", message.id, "--json").json()
            #expect(shown.content?.subject == "Test message from Default project")
            #expect(shown.content?.text.contains("reach ada@example.org") == true)
            #expect(try await data.latchkey("outbox", "show", "missing").refusal().contains("no message missing"))
            guard let server = data.server else { return }
            let page = try await Web.get(server.url + "/outbox/" + message.id)
            #expect(page.status == 200 && page.text.contains("ada@example.org"))
            #expect(try await Web.get(server.url + "/outbox/missing").status == 404)
        }
    }

    @Test(arguments: Place.allCases)
    func projectTemplatesOverrideTheDefaults(_ place: Place) async throws {
        try await place.withData { data in
            let standard: Template = try await data.latchkey("projects", "template", "show", "password_reset", "--language", "de", "--json")
                .json()
            #expect(!standard.own && standard.preview.text.hasPrefix("Guten Tag Ada Lovelace,"))
            let set = ["projects", "template", "set", "password-reset", "--language", "de", "--subject", "Los", "--text-file", "-"]
            func run(_ arguments: [String], input: String = "") async throws -> CommandOutcome {
                try await LatchkeyProcess.run(arguments + ["--data", data.folder.data], input: input)
            }
            let tried: Template = try await run(set + ["--preview", "--json"], input: "Hier: {{link}}").json()
            #expect(tried.preview.text.hasPrefix("Hier: https://"))
            _ = try await run(set, input: "Hier: {{link}}").printed()
            #expect(try await run(set, input: "Hier: {{{link}}}").refusal().contains("uses {{{link}}"))
            let own: Template = try await data.latchkey("projects", "template", "show", "password_reset", "--language", "de", "--json")
                .json()
            #expect(own.own && own.subject == "Los" && own.preview.html.contains("<p>Hier: https://"))
            #expect(try await data.latchkey("projects", "template", "show").printed().contains("password_reset (de)"))
            _ = try await data.latchkey("projects", "template", "reset", "password_reset", "--language", "de").printed()
            #expect(
                try await data.latchkey("projects", "template", "reset", "password_reset", "--language", "de").refusal().contains(
                    "no custom template"))
            #expect(try await data.latchkey("projects", "template", "show", "pigeon").refusal().contains("not a kind of message"))
            #expect(try await data.latchkey("projects", "template", "sender", "--reply-to", "a@b\nBcc: c").refusal().contains("reply-to"))
            let sender = try await data.latchkey("projects", "template", "sender", "--name", "Lace", "--language", "FR").printed()
            #expect(sender.contains("Lace") && sender.contains("fr"))
        }
    }
}
