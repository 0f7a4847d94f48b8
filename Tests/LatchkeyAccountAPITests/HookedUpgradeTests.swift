import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Hooks run when an anonymous user adds a credential; otherwise a rule that refuses users could be bypassed.
@Suite struct HookedUpgradeTests: HookedSuite {
    let server: TestServer
    let hook: PlayedHook

    init() async throws {
        (server, hook) = try await Self.start()
    }

    /// A way to turn an anonymous account into a permanent one.
    struct Upgrade: Sendable, CustomTestStringConvertible {
        let sentence: String
        let method: String
        /// The steps before it, which call no hook; returns the token afterwards.
        var prepare: @Sendable (TestServer.Caller, _ idToken: String) async throws -> String = { $1 }
        let go: @Sendable (HookedUpgradeTests, TestServer.Caller, _ idToken: String) async throws -> Reply
        var testDescription: String { sentence }
    }

    static let upgrades = [
        Upgrade(sentence: "address and password", method: "password") { _, caller, idToken in
            try await caller.call("accounts:signUp", ["idToken": idToken, "email": "ada@example.org", "password": "lovelace"])
        },
        Upgrade(sentence: "address and password as a change", method: "password") { _, caller, idToken in
            try await caller.call("accounts:update", ["idToken": idToken, "email": "ada@example.org", "password": "lovelace"])
        },
        Upgrade(sentence: "a provider", method: "twitter.com") { _, caller, idToken in
            try await caller.idp(twitterOfAda, ["idToken": idToken])
        },
        Upgrade(sentence: "a phone number", method: "phone") { suite, caller, idToken in
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+4915112345678"])
            let messages = try await suite.server.store.read { try $0.outboxMessages(of: .standard, limit: 1) }
            let code = try Outbox(sealer: suite.server.sealer).content(of: try #require(messages.first)).code
            return try await caller.call(
                "accounts:signInWithPhoneNumber", ["sessionInfo": sent["sessionInfo"], "code": code, "idToken": idToken])
        },
        Upgrade(sentence: "a link in a mail", method: "emailLink") { suite, caller, idToken in
            _ = try await caller.send("EMAIL_SIGNIN", "ada@example.org", ["continueUrl": "https://app.example.org/"])
            let code = try await suite.server.lastMail(to: "ada@example.org").code
            return try await caller.call(
                "accounts:signInWithEmailLink", ["email": "ada@example.org", "oobCode": code, "idToken": idToken])
        },
        Upgrade(sentence: "a passkey", method: "passkey") { _, caller, idToken in
            var authenticator = ScriptedAuthenticator()
            return try await caller.enrol(idToken, &authenticator)
        },
        Upgrade(sentence: "an address that a mail confirms", method: "password") { suite, caller, idToken in
            try await suite.changeByMail(caller, idToken)
        },
        Upgrade(sentence: "a password first, then the address", method: "password", prepare: havePassword) { _, caller, idToken in
            try await caller.call("accounts:signUp", ["idToken": idToken, "email": "ada@example.org", "password": "lovelace"])
        },
        Upgrade(sentence: "a password first, then the address as a change", method: "password", prepare: havePassword) {
            _, caller, idToken in
            try await caller.call("accounts:update", ["idToken": idToken, "email": "ada@example.org"])
        },
        Upgrade(sentence: "a password first, then an address that a mail confirms", method: "password", prepare: havePassword) {
            suite, caller, idToken in
            try await suite.changeByMail(caller, idToken)
        },
    ]

    @Sendable private static func havePassword(_ caller: TestServer.Caller, _ idToken: String) async throws -> String {
        let changed = try await caller.call("accounts:update", ["idToken": idToken, "password": "lovelace"])
        return try #require(changed["idToken"], "\(changed.text)")
    }

    private func changeByMail(_ caller: TestServer.Caller, _ idToken: String) async throws -> Reply {
        let sent = try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: idToken, ["newEmail": "ada@example.org"])
        #expect(sent.status == .ok, "\(sent.text)")
        return try await caller.call("accounts:update", ["oobCode": try await server.lastMail(to: "ada@example.org").code])
    }

    @Test(arguments: upgrades) func aRefusalLeavesTheAccountAnonymous(_ upgrade: Upgrade) async throws {
        try await server.change { $0.enumerationProtection = false }
        try await server.run { caller in
            hook.respond("/create", #"{"error":{"message":"members only"}}"#, status: 403)
            let anonymous = try await caller.call("accounts:signUp", [:])
            let idToken = try await upgrade.prepare(caller, try #require(anonymous["idToken"]))
            #expect(hook.paths.isEmpty, "nothing leads into the account yet")
            let refused = try await upgrade.go(self, caller, idToken)
            #expect(refused.error == Self.refusal, "\(refused.text)")
            #expect(hook.paths == ["/create"])
            let stored = try #require(try await accounts().first)
            #expect(!stored.hasWayIn, "nothing was added")
            let event = try #require(try await events().first)
            #expect(event.kind == .link && event.outcome == .refused && event.subject == stored.id && event.reason == Self.refusal)
            #expect(try await caller.call("accounts:lookup", ["idToken": idToken]).status == .ok, "and they stay signed in")
        }
    }

    @Test(arguments: upgrades) func upgradeCallsTheHookOnceWithTheNewRecord(_ upgrade: Upgrade) async throws {
        try await server.change { $0.enumerationProtection = false }
        try await server.run { caller in
            hook.respond("/create", #"{"userRecord":{"updateMask":"customClaims","customClaims":{"role":"member"}}}"#)
            let anonymous = try await caller.call("accounts:signUp", [:])
            let idToken = try await upgrade.prepare(caller, try #require(anonymous["idToken"]))
            let made = try await upgrade.go(self, caller, idToken)
            #expect(made.status == .ok, "\(made.text)")
            #expect(hook.paths == ["/create"])
            let request = try #require(hook.requests.first)
            let stored = try #require(try await accounts().first)
            #expect(stored.hasWayIn && request["sub"] == .string(stored.id.rawValue))
            #expect(anonymous["localId"] == stored.id.rawValue, "it is the account of before")
            #expect(request["sign_in_method"] == .string(upgrade.method))
            #expect(request.record["email"] == stored.email.map { .string($0.text) })
            #expect(request.record["phone_number"] == stored.phoneNumber.map { .string($0) })
            #expect(DeveloperClaims.members(of: stored.customClaims) == ["role": .string("member")], "its response applies")
        }
    }

    @Test func disablingHookLeavesTheAccountAnonymous() async throws {
        try await server.run { caller in
            hook.respond("/create", #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#)
            let anonymous = try await caller.call("accounts:signUp", [:])
            let refused = try await caller.idp(Self.twitterOfAda, ["idToken": try #require(anonymous["idToken"])])
            #expect(refused.error == "USER_DISABLED", "\(refused.text)")
            let stored = try #require(try await accounts().first)
            #expect(stored.isAnonymous && !stored.disabled)
        }
    }

    @Test func takenAddressCallsNoHook() async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            let received = hook.paths.count
            let anonymous = try await caller.call("accounts:signUp", [:])
            let taken = try await caller.call(
                "accounts:signUp", ["idToken": anonymous["idToken"], "email": "ada@example.org", "password": "lovelace"])
            #expect(taken.error == "EMAIL_EXISTS" && hook.paths.count == received)
        }
    }
}
