import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeySignInPages
import Testing

/// Messages in the console: all of them in a sandbox, elsewhere only their delivery state.
@Suite struct ConsoleOutboxTests {
    private static let path = "/console/projects/default/outbox"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// Reads messages as their recipients do.
    private struct Reader: OutboxViewing {
        let store: any AccountStore

        func recentMessages(of project: ProjectID) async throws -> [ShownMessage] { [] }

        func message(_ id: String, of project: ProjectID) async throws -> ShownMessage? {
            guard let found = try await store.read({ try $0.outboxMessage(id) }), found.realm.project == project else { return nil }
            return ShownMessage(
                found, subject: "The subject", text: "The text", html: "<html><head></head><body>The mail</body></html>",
                link: "https://auth.example.org/secret-link", code: nil)
        }
    }

    private func message(_ id: String, _ state: OutboxMessage.State, error: String? = nil, to project: ProjectID = .standard)
        -> OutboxMessage
    {
        let now = console.server.clock.now
        return OutboxMessage(
            id: id, realm: Realm(project: project), channel: .email, kind: .passwordReset, recipient: "\(id)@example.org",
            sealedContent: SealedSecret(bytes: [1]), createdAt: now, expiresAt: now + 3600, state: state, attempts: 2,
            nextAttemptAt: now + 60, lastError: error)
    }

    private func fill() async throws {
        let messages = [message("fine", .sent), message("stuck", .waiting, error: "554 <b>no</b>"), message("lost", .failed, error: "550")]
        let elsewhere = message("elsewhere", .sent, to: "other")
        let other = Project(
            id: "other", displayName: "Other", passwordHashing: console.server.project.passwordHashing, createdAt: console.server.clock.now)
        try await console.server.store.write { transaction in
            try transaction.insert(other)
            for message in messages + [elsewhere] { try transaction.insert(message) }
        }
    }

    private func run(opens: Bool, _ body: @escaping @Sendable (inout Browser) async throws -> Void) async throws {
        let reader = Reader(store: console.server.store)
        try await fill()
        try await console.server.run(
            console.server.parts(sandbox: opens, outbox: opens ? reader : nil, console: console.parts)
        ) { caller in
            var browser = try await console.owner(caller)
            try await body(&browser)
        }
    }

    @Test func realServerShowsDeliveryStateWithoutContent() async throws {
        try await run(opens: false) { browser in
            let list = try await browser.open(Self.path)
            #expect(["fine", "stuck", "lost"].allSatisfy { list.text.contains("\($0)@example.org") }, "\(list.text)")
            #expect(list.text.contains("554 &lt;b&gt;no&lt;/b&gt;") && !list.text.contains("elsewhere@"))
            let shown = try await browser.open(Self.path + "/stuck")
            #expect(shown.status == .ok && shown.text.contains("Next attempt") && shown.text.contains("554 &lt;b&gt;"))
            #expect(!shown.text.contains("secret-link") && !shown.text.contains("The text") && !shown.text.contains("<iframe"))
            #expect(try await browser.open(Self.path + "/stuck/mail").status == .notFound)
        }
    }

    @Test func troubleFilterShowsFailedAndDelayedMessages() async throws {
        try await run(opens: false) { browser in
            let page = try await browser.open(Self.path + "?show=trouble")
            #expect(page.text.contains("stuck@example.org") && page.text.contains("lost@example.org"))
            #expect(!page.text.contains("fine@example.org"))
        }
    }

    @Test func sandboxShowsTheContentOfMessages() async throws {
        try await run(opens: true) { browser in
            let shown = try await browser.open(Self.path + "/fine")
            #expect(shown.text.contains("https://auth.example.org/secret-link") && shown.text.contains("The subject"), "\(shown.text)")
            let mail = try await browser.open(Self.path + "/fine/mail")
            #expect(mail.text.contains("<base target=\"_top\">") && mail.text.contains("The mail"))
            #expect(mail.headers[.contentSecurityPolicy]?.contains("sandbox allow-top-navigation-by-user-activation") == true)
            for path in ["/elsewhere", "/elsewhere/mail", "/nothing"] {
                #expect(try await browser.open(Self.path + path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func viewersCannotOpenTheOutbox() async throws {
        try await run(opens: true) { browser in
            #expect(try await browser.open("/console/projects/default/users").text.contains(Self.path))
            try await console.make("editor")
            #expect(try await browser.open(Self.path + "/fine").status == .ok)
            try await console.make("viewer")
            for path in ["", "/fine", "/fine/mail"] { #expect(try await browser.open(Self.path + path).status == .forbidden, "\(path)") }
            #expect(try await !browser.open("/console/projects/default/users").text.contains(Self.path), "nor a link to it")
        }
    }
}
