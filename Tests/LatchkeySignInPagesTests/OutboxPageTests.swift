import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import LatchkeySignInPages
import Testing

/// The page of sent messages, available where no real users are.
@Suite struct OutboxPageTests {
    private struct Outbox: OutboxViewing {
        var messages: [ShownMessage]

        func recentMessages(of project: ProjectID) async throws -> [ShownMessage] { messages }

        func message(_ id: String, of project: ProjectID) async throws -> ShownMessage? {
            messages.first { $0.message.id == id && $0.message.realm.project == project }
        }
    }

    private static func shown(
        _ id: String = "m1", project: ProjectID = .standard, channel: OutboxMessage.Channel = .email
    ) -> ShownMessage {
        ShownMessage(
            OutboxMessage(
                id: id, realm: Realm(project: project), channel: channel, kind: .passwordReset, recipient: "ada@example.org",
                sealedContent: SealedSecret(bytes: [1]), createdAt: Date(timeIntervalSince1970: 0),
                expiresAt: Date(timeIntervalSince1970: 1), lastError: "<b>550</b>"),
            subject: "<script>alert(1)</script>", text: "</pre><script>alert(2)</script>",
            html: "<html><head><title>t</title></head><body>mail</body></html>", link: "https://auth.example.org/?a=\"><script>",
            code: "31\"4")
    }

    private func run(
        _ messages: [ShownMessage], sandbox: Bool = true, _ body: @escaping @Sendable (TestServer.Caller) async throws -> Void
    ) async throws {
        try await TestServer().run(sandbox: sandbox, outbox: Outbox(messages: messages), body)
    }

    @Test func messagesAreListedAndShownEscaped() async throws {
        try await run([Self.shown()]) { server in
            let list = try await server.send(.get, "/outbox")
            #expect(list.status == .ok)
            #expect(list.text.contains("href=\"/outbox/m1\""))
            let one = try await server.send(.get, "/outbox/m1")
            #expect(one.status == .ok)
            for page in [list, one] {
                #expect(!page.text.contains("<script"))
                #expect(page.headers[.cacheControl] == "no-store")
                #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; ") == true)
            }
            #expect(one.text.contains("&lt;b&gt;550"))
            #expect(one.text.contains("<code id=\"code\">31&quot;4</code>"))
            #expect(one.text.contains("src=\"/outbox/m1/mail\" sandbox=\"allow-top-navigation-by-user-activation\""))
            #expect(try await server.send(.get, "/sign-in").text.contains("href=\"/outbox\""))
        }
    }

    @Test func mailFrameIsSandboxed() async throws {
        try await run([Self.shown()]) { server in
            let mail = try await server.send(.get, "/outbox/m1/mail")
            let policy = mail.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("sandbox allow-top-navigation-by-user-activation"))
            #expect(policy.contains("frame-ancestors 'self'") && !policy.contains("script"))
            #expect(mail.headers[.xContentTypeOptions] == "nosniff")
            #expect(mail.text.hasPrefix("<html><head><base target=\"_top\">"))
        }
    }

    @Test func aTextMessageHasNoFrame() async throws {
        try await run([Self.shown(channel: .sms)]) { server in
            let page = try await server.send(.get, "/outbox/m1")
            #expect(page.status == .ok && !page.text.contains("<iframe"))
        }
    }

    @Test func otherProjectsAndMissingMessagesAreNotFound() async throws {
        try await run([Self.shown(project: "another-project")]) { server in
            for path in ["/outbox/m1", "/outbox/m1/mail", "/outbox/missing"] {
                let reply = try await server.send(.get, path)
                #expect(reply.status == .notFound, "\(path)")
            }
        }
    }

    /// Another site may resolve its own host name to this machine, and read the responses under that name.
    @Test(arguments: ["/outbox", "/outbox/m1", "/outbox/m1/mail"])
    func foreignHostNamesShowNoMessages(_ path: String) async throws {
        try await run([Self.shown()]) { server in
            let reply = try await server.send(.get, path, headers: [TestServer.openedAs: "evil.example:80"])
            #expect(reply.status == .seeOther)
            #expect(reply.headers[.location]?.hasPrefix("https://auth.example.org/outbox") == true)
            #expect(!reply.text.contains("ada@example.org"))
            // Not even with the marker of an earlier redirect.
            let again = try await server.send(
                .get, path + "?latchkey_moved=1", headers: [TestServer.openedAs: "evil.example:80"])
            #expect(again.status == .forbidden && !again.text.contains("ada@example.org"))
        }
    }

    @Test func outsideASandboxThereIsNoOutbox() async throws {
        try await run([Self.shown()], sandbox: false) { server in
            for path in ["/outbox", "/outbox/m1", "/outbox/m1/mail"] {
                let reply = try await server.send(.get, path)
                #expect(reply.status == .notFound, "\(path)")
            }
            let page = try await server.send(.get, "/sign-in")
            #expect(page.status == .ok && !page.text.contains("/outbox"))
        }
    }
}
