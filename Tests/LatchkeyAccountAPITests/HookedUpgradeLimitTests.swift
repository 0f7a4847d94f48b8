import LatchkeySecrets
import LatchkeyServerTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// A refusal consumes neither a code nor an anonymous account, so the user can try again. The attempts have the limit of sign-ups.
@Suite struct HookedUpgradeLimitTests {
    /// A hook that refuses everyone or no one.
    private final class Guarding: HookTransport {
        private let count = Mutex(0)
        private let isOpen: Bool
        var questions: Int { count.withLock { $0 } }

        init(isOpen: Bool = false) { self.isOpen = isOpen }

        func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
            count.withLock { $0 += 1 }
            if isOpen { return HookReply(status: 200, body: Array("{}".utf8)) }
            return HookReply(status: 403, body: Array(#"{"error":{"message":"members only"}}"#.utf8))
        }
    }

    /// The services of one server, and an anonymous user.
    struct Scene: Sendable {
        let server: TestServer
        let sessions: Sessions
        let signUp: SignUp
        let update: AccountUpdate
        let requests: CodeRequests
        let application: CodeApplication
        let links: EmailLinkSignIn
        let phones: PhoneSignIn
        let messages: PhoneVerification
        let project: Project
        let email: EmailAddress

        init(hook: any HookTransport) async throws {
            let server = try await TestServer()
            self.server = server
            let clock = server.clock
            var project = server.project
            project.settings.hooks = PlayedHook.hooks
            project.settings.signUpsPerHour = 3
            project.settings.emailLinkSignIn = true
            project.settings.phoneSignIn = true
            project.settings.recentSignInSeconds = 3600
            project.settings.enumerationProtection = false
            self.project = project
            email = try #require(EmailAddress("ada@example.org"))
            let throttle = Throttle(now: { clock.now })
            sessions = Sessions(
                store: server.store, authority: server.authority, hooks: hook, throttle: throttle, now: { clock.now })
            let vault = PasswordVault(pool: HashingPool(width: 2), sealer: server.sealer)
            let codes = CodeIssuer(outbox: Outbox(sealer: server.sealer)) { "https://app.test/?oobCode=\($0.code.expose())" }
            signUp = SignUp(
                store: server.store, sessions: sessions, passwords: vault, codes: codes, now: { clock.now })
            update = AccountUpdate(store: server.store, sessions: sessions, passwords: vault, codes: codes, now: { clock.now })
            requests = CodeRequests(store: server.store, sessions: sessions, codes: codes, throttle: throttle, now: { clock.now })
            application = CodeApplication(store: server.store, sessions: sessions, codes: codes, now: { clock.now })
            links = EmailLinkSignIn(store: server.store, sessions: sessions, codes: codes, now: { clock.now })
            phones = PhoneSignIn(store: server.store, sessions: sessions, now: { clock.now })
            messages = PhoneVerification(
                store: server.store, outbox: Outbox(sealer: server.sealer), throttle: throttle, now: { clock.now })
        }

        func caller(_ address: String) -> LatchkeyIdentity.Caller {
            LatchkeyIdentity.Caller(project: project, client: ClientDescription(address: address))
        }

        func anonymous(_ address: String) async throws -> String { try await signUp.anonymously(caller(address)).idToken }
    }

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let go: @Sendable (Scene, SignedInCaller) async throws -> Void
    }

    static let ways = [
        Way(testDescription: "address and password") { scene, holder in
            _ = try await scene.signUp.upgrade(holder, email: scene.email, password: "lovelace")
        },
        Way(testDescription: "address and password as a change") { scene, holder in
            _ = try await scene.update.apply(AccountEdit(email: scene.email, password: "lovelace"), by: holder)
        },
        Way(testDescription: "an address that a mail confirms") { scene, holder in
            if try await scene.server.mails().isEmpty { _ = try await scene.requests.sendChange(to: scene.email, of: holder) }
            let code = try await scene.server.lastMail(to: scene.email.text).code
            _ = try await scene.application.apply(Secret(code), for: holder.caller)
        },
    ]

    @Test(arguments: ways) func aNetworkIsRefusedAsOftenAsItMaySignUp(_ way: Way) async throws {
        let hook = Guarding()
        let scene = try await Scene(hook: hook)
        let idToken = try await scene.anonymous("192.0.2.1")
        func request(from address: String) async throws {
            try await way.go(scene, try await scene.sessions.check(idToken, from: scene.caller(address)))
        }
        for _ in 0..<2 {
            await #expect(throws: SignInError(.blockingFunctionErrorResponse)) { try await request(from: "192.0.2.1") }
        }
        for _ in 0..<3 { await #expect(throws: TooManyAttempts.self) { try await request(from: "192.0.2.1") } }
        #expect(hook.questions == 2, "the account itself was the first of three")
        await #expect(throws: TooManyAttempts.self) { _ = try await scene.anonymous("192.0.2.1") }
        await #expect(throws: SignInError(.blockingFunctionErrorResponse), "others are not kept waiting") {
            try await request(from: "198.51.100.7")
        }
        let refusals = try await scene.server.store.read { try $0.events(of: .standard, subject: nil, limit: 99) }
            .filter { $0.kind == .link && $0.reason == SignInError.Code.tooManyAttempts.rawValue }
        #expect(refusals.count == 1, "a flood leaves one line")
        scene.server.clock.advance(bySeconds: 1200)
        await #expect(throws: SignInError(.blockingFunctionErrorResponse)) {
            try await request(from: "192.0.2.1")
        }
    }
    struct Arrival: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A user who signs in repeatedly with the code of one message.
        let newcomer: @Sendable (Scene, _ number: Int) async throws -> @Sendable (LatchkeyIdentity.Caller) async throws -> Void
    }

    static let arrivals = [
        Arrival(testDescription: "a link in a mail") { scene, number in
            let email = try #require(EmailAddress("ada\(number)@example.org"))
            try await scene.requests.sendSignInLink(to: email, for: scene.caller("203.0.113.1"))
            let code = try await scene.server.lastMail(to: email.text).code
            return { _ = try await scene.links.signIn(Secret(code), email: email, for: $0) }
        },
        Arrival(testDescription: "a code to a phone") { scene, number in
            let phone = try #require(PhoneNumber("+49151123456\(10 + number)"))
            let session = try await scene.messages.send(to: phone, as: .signIn, caller: scene.caller("203.0.113.1"))
            let sent = try await scene.server.store.read { try $0.outboxMessages(of: .standard, limit: 99) }
            let message = try #require(sent.first { $0.recipient == phone.text })
            let code = try #require(try Outbox(sealer: scene.server.sealer).content(of: message).code)
            return { _ = try await scene.phones.finish(.code(code, sessionInfo: session.expose()), for: .signIn($0)) }
        },
    ]

    @Test(arguments: arrivals) func refusedSignUpsUseTheNetworksQuota(_ arrival: Arrival) async throws {
        let hook = Guarding()
        let scene = try await Scene(hook: hook)
        let signIn = try await arrival.newcomer(scene, 0)
        for _ in 0..<3 {
            await #expect(throws: SignInError(.blockingFunctionErrorResponse)) { try await signIn(scene.caller("192.0.2.1")) }
        }
        for _ in 0..<3 { await #expect(throws: TooManyAttempts.self) { try await signIn(scene.caller("192.0.2.1")) } }
        #expect(hook.questions == 3)
        await #expect(throws: SignInError(.blockingFunctionErrorResponse), "others are not kept waiting") {
            try await signIn(scene.caller("198.51.100.7"))
        }
    }

    @Test(arguments: arrivals) func acceptedNewUsersUseNoQuota(_ arrival: Arrival) async throws {
        let scene = try await Scene(hook: Guarding(isOpen: true))
        for number in 0..<5 { try await arrival.newcomer(scene, number)(scene.caller("192.0.2.1")) }
        for _ in 0..<3 { _ = try await scene.anonymous("192.0.2.1") }
        await #expect(throws: TooManyAttempts.self) { _ = try await scene.anonymous("192.0.2.1") }
    }

    @Test func passwordSignUpUsesTheQuotaOnce() async throws {
        let scene = try await Scene(hook: Guarding(isOpen: true))
        func join(_ number: Int) async throws {
            _ = try await scene.signUp.withPassword(
                email: try #require(EmailAddress("ada\(number)@example.org")), password: "lovelace", displayName: nil,
                caller: scene.caller("192.0.2.1"))
        }
        for number in 0..<3 { try await join(number) }
        await #expect(throws: TooManyAttempts.self) { try await join(3) }
    }
}
