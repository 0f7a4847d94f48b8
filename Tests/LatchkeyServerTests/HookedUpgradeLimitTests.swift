// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeySecrets
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// A refusal leaves the anonymous account as it is, and with it the means to ask again: that has the limit that sign-ups have.
@Suite struct HookedUpgradeLimitTests {
    /// A hook that keeps everybody out.
    private final class Refusing: HookTransport {
        private let count = Mutex(0)
        var questions: Int { count.withLock { $0 } }

        func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
            count.withLock { $0 += 1 }
            return HookReply(status: 403, body: Array(#"{"error":{"message":"members only"}}"#.utf8))
        }
    }

    /// The services of one server, and somebody who came in anonymously.
    struct Scene: Sendable {
        let server: TestServer
        let sessions: Sessions
        let signUp: SignUp
        let update: AccountUpdate
        let requests: CodeRequests
        let application: CodeApplication
        let project: Project
        let email: EmailAddress

        init(hook: any HookTransport) async throws {
            let server = try await TestServer()
            self.server = server
            let clock = server.clock
            var project = server.project
            project.settings.hooks = PlayedHook.hooks
            project.settings.signUpsPerHour = 3
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
                store: server.store, sessions: sessions, passwords: vault, codes: codes, throttle: throttle, now: { clock.now })
            update = AccountUpdate(store: server.store, sessions: sessions, passwords: vault, codes: codes, now: { clock.now })
            requests = CodeRequests(store: server.store, sessions: sessions, codes: codes, throttle: throttle, now: { clock.now })
            application = CodeApplication(store: server.store, sessions: sessions, codes: codes, now: { clock.now })
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
        let hook = Refusing()
        let scene = try await Scene(hook: hook)
        let idToken = try await scene.anonymous("192.0.2.1")
        func ask(from address: String) async throws {
            try await way.go(scene, try await scene.sessions.check(idToken, from: scene.caller(address)))
        }
        for _ in 0..<2 {
            await #expect(throws: SignInError(.blockingFunctionErrorResponse)) { try await ask(from: "192.0.2.1") }
        }
        for _ in 0..<3 { await #expect(throws: TooManyAttempts.self) { try await ask(from: "192.0.2.1") } }
        #expect(hook.questions == 2, "the account itself was the first of three")
        await #expect(throws: TooManyAttempts.self) { _ = try await scene.anonymous("192.0.2.1") }
        await #expect(throws: SignInError(.blockingFunctionErrorResponse), "others are not kept waiting") {
            try await ask(from: "198.51.100.7")
        }
        let refusals = try await scene.server.store.read { try $0.events(of: .standard, subject: nil, limit: 99) }
            .filter { $0.kind == .link && $0.reason == SignInError.Code.tooManyAttempts.rawValue }
        #expect(refusals.count == 1, "a flood leaves one line")
        scene.server.clock.advance(bySeconds: 1200)
        await #expect(throws: SignInError(.blockingFunctionErrorResponse)) {
            try await ask(from: "192.0.2.1")
        }
    }
}
