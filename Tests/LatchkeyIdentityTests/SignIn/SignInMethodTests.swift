import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SignInMethodTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func methods(_ email: String, _ token: Secret<String>? = nil, as caller: Caller? = nil) async throws -> [String]? {
        try await fixture.methods.methods(for: address(email), pendingToken: token, caller: caller ?? fixture.caller())?
            .map(\.rawValue)
    }

    @Test func withProtectionNoAddressShowsItsMethods() async throws {
        _ = try await fixture.newUser()
        #expect(try await methods("ada@example.org") == nil)
        #expect(try await methods("unknown@example.org") == nil)
        #expect(try await methods("ada@example.org", "made up") == nil)
    }

    @Test func aPendingTokenShowsTheMethodsOfItsOwnVerifiedAddressOnly() async throws {
        let ada = try await fixture.newUser()
        _ = try await fixture.link(.sample("7", provider: .twitter), to: ada)
        _ = try await fixture.newUser("bob@example.org")
        let token = try await fixture.enter(.sample("1", email: "ada@example.org")).confirmation.pendingToken
        #expect(try await methods("ada@example.org", token) == ["password", "twitter.com"])
        #expect(try await methods("bob@example.org", token) == nil)
        let unverified = try await fixture.enter(.sample("2", email: "ada@example.org", verified: false)).confirmation.pendingToken
        #expect(try await methods("ada@example.org", unverified) == nil)
        fixture.clock.advance(bySeconds: 3600)
        #expect(try await methods("ada@example.org", token) == nil)
    }

    @Test func withoutProtectionTheMethodsAreListed() async throws {
        let open = fixture.caller { $0.enumerationProtection = false }
        _ = try await fixture.newUser()
        #expect(try await methods("ada@example.org", as: open) == ["password"])
        #expect(try await methods("unknown@example.org", as: open) == [])
        // An address that only an identity has.
        let tokens = try await fixture.enter(.sample("1")).tokens
        _ = try await fixture.link(.sample("9", provider: .twitter), to: tokens)
        try await fixture.store.write { try $0.update(Identity.sample("9", provider: .twitter, email: "t@example.org"), in: .sample) }
        #expect(try await methods("t@example.org", as: open) == ["github.com", "twitter.com"])
        let several = fixture.caller { settings in
            settings.enumerationProtection = false
            settings.oneAccountPerEmail = false
        }
        #expect(try await methods("t@example.org", as: several) == [])
    }

    @Test func aPasswordWithoutAnAddressIsNoMethod() async throws {
        let tokens = try await fixture.newUser()
        #expect(try await fixture.account(tokens.account.id).signInMethods == [.password])
        try await fixture.edit(tokens.account.id) { account in
            account.email = nil
            account.emailVerified = false
        }
        #expect(try await fixture.account(tokens.account.id).signInMethods == [])
    }
}
