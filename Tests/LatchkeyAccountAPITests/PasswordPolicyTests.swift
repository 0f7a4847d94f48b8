import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@Suite struct PasswordPolicyTests {
    private static let refusal = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
    private static func strict(_ settings: inout ProjectSettings) {
        settings.passwordPolicy = PasswordPolicy(minimumCharacters: 10, requiredKinds: [.digit, .symbol], isEnforced: true)
    }

    private func password(_ caller: TestServer.Caller, _ password: String) async throws -> Reply {
        try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": password])
    }

    @Test func clientsReadIt() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let standard = try await caller.send(.get, "/v2/passwordPolicy?key=\(caller.apiKey)")
            #expect(standard.status == .ok)
            #expect(standard.json["schemaVersion"] as? Int == 1)
            #expect(standard["enforcementState"] == "OFF")
            #expect(standard.json["forceUpgradeOnSignin"] as? Bool == false)
            let options = try #require(standard.json["customStrengthOptions"] as? [String: Int])
            #expect(options == ["minPasswordLength": 6, "maxPasswordLength": 4096])
            #expect((standard.json["allowedNonAlphanumericCharacters"] as? [String])?.contains("$") == true)

            try await server.change {
                $0.passwordPolicy = PasswordPolicy(
                    minimumCharacters: 9, maximumCharacters: 40, requiredKinds: [.lower, .upper, .digit, .symbol], isEnforced: true,
                    forcesUpgradeAtSignIn: true)
            }
            let strict = try await caller.send(
                .get, "/identitytoolkit.googleapis.com/v2/passwordPolicy", headers: [.init("x-goog-api-key")!: caller.apiKey])
            #expect(strict["enforcementState"] == "ENFORCE")
            #expect(strict.json["forceUpgradeOnSignin"] as? Bool == true)
            let received = try #require(strict.json["customStrengthOptions"] as? [String: Any])
            #expect(received["minPasswordLength"] as? Int == 9 && received["maxPasswordLength"] as? Int == 40)
            for kind in ["Lowercase", "Uppercase", "Numeric", "NonAlphanumeric"] {
                #expect(received["contains\(kind)Character"] as? Bool == true, "\(kind)")
            }
        }
    }

    @Test(arguments: [
        ("no key", "", HTTPResponse.Status.forbidden), ("a wrong key", "key=lk_wrong", .badRequest),
        ("a tenant", "key=KEY&tenantId=t", .notFound),
    ])
    func readingThePolicyRequiresAKey(_ name: String, _ query: String, _ status: HTTPResponse.Status) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(.get, "/v2/passwordPolicy?" + query.replacing("KEY", with: caller.apiKey))
            #expect(reply.status == status)
        }
    }

    @Test func newPasswordsFollowIt() async throws {
        let server = try await TestServer()
        try await server.change { Self.strict(&$0) }
        try await server.run { caller in
            let weak = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            #expect(weak.status == .badRequest)
            #expect(
                (weak.json["error"] as? [String: Any])?["message"] as? String
                    == "\(Self.refusal) : Missing password requirements: [Password must contain at least 10 characters, "
                    + "Password must contain a non-alphanumeric character]")
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret-number-1"])
            #expect(made.status == .ok)
            let changed = try await caller.call("accounts:update", ["idToken": made["idToken"], "password": "secret1"])
            #expect(changed.error == Self.refusal)
            let stranger = try await caller.call("accounts:signUp", [:])
            let upgraded = try await caller.call(
                "accounts:signUp", ["idToken": stranger["idToken"], "email": "bob@example.org", "password": "secret1"])
            #expect(upgraded.error == Self.refusal)
        }
    }

    @Test func weakPasswordSignsInUntilTheUpgradeIsForced() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            try await server.change { Self.strict(&$0) }
            #expect(try await password(caller, "secret1").status == .ok)
            try await server.change {
                Self.strict(&$0)
                $0.passwordPolicy.forcesUpgradeAtSignIn = true
            }
            #expect(try await password(caller, "secret1").error == Self.refusal)
            #expect(try await password(caller, "secret2").error == "INVALID_LOGIN_CREDENTIALS", "only the right password reveals it")
            let id = AccountID(rawValue: try #require(made["localId"]))
            let event = try await server.store.read { try $0.events(of: .standard, subject: id, limit: 9) }
                .first { $0.reason == Self.refusal }
            #expect(event?.outcome == .refused)
            try await server.store.write { transaction in
                var account = try #require(try transaction.account(id, in: Realm(project: .standard)))
                account.disabled = true
                try transaction.update(account)
            }
            #expect(try await password(caller, "secret1").error == "USER_DISABLED")
        }
    }
}
