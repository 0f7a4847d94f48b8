import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct SiteCodeTests {
    private static let verifier = Secret(String(repeating: "v", count: 43))
    private static let site = "https://app.example.org"
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func issue(for tokens: IssuedTokens, verifier: Secret<String> = verifier) async throws -> Secret<String> {
        try await fixture.siteCodes.issue(for: tokens, origin: Self.site, challenge: Fingerprint(of: verifier.expose()))
    }

    private func exchange(
        _ code: Secret<String>, _ verifier: Secret<String> = verifier, as caller: Caller? = nil
    ) async throws -> IssuedTokens {
        try await fixture.siteCodes.exchange(code, verifier: verifier, for: caller ?? fixture.caller(origin: Self.site))
    }

    @Test func theSiteGetsASessionOfItsOwnWithTheSignInTimeOfThePage() async throws {
        let page = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 59)
        let tokens = try await exchange(try await issue(for: page))
        #expect(tokens.account.id == page.account.id)
        #expect(tokens.session.id != page.session.id)
        #expect(tokens.session.authenticatedAt == ManualClock.start)
        #expect(tokens.session.method == .password)
        try await fixture.sessions.end(page.refreshToken, for: fixture.caller())
        #expect(await fixture.endOfSession(tokens) == nil, "the sessions end apart")
    }

    @Test func aSecondFactorOfThePageAppliesToTheSite() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let tokens = try await exchange(try await issue(for: enrolled.tokens))
        #expect(tokens.session.secondFactor == UsedSecondFactor(.totp, id: enrolled.factor.id))
    }

    @Test func aCodeWorksOnce() async throws {
        let code = try await issue(for: try await fixture.newUser())
        #expect(await refusal { try await exchange(code) } == nil)
        #expect(await refusal { try await exchange(code) } == "INVALID_SIGN_IN_CODE")
    }

    @Test(arguments: [(59.0, nil), (60.0, "INVALID_SIGN_IN_CODE"), (-10.0, nil)])
    func aCodeLastsAMinute(_ seconds: Double, _ expected: String?) async throws {
        let code = try await issue(for: try await fixture.newUser())
        fixture.clock.advance(bySeconds: seconds)
        #expect(await refusal { try await exchange(code) } == expected)
    }

    @Test func anObserverOfTheCodeNeitherUsesItNorUsesItUp() async throws {
        let code = try await issue(for: try await fixture.newUser())
        let guess = Secret(String(repeating: "w", count: 43))
        #expect(await refusal { try await exchange(code, guess) } == "INVALID_SIGN_IN_CODE")
        #expect(await refusal { try await exchange(code) } == nil)
    }

    @Test func anotherSiteDoesNotUseItUpEither() async throws {
        let code = try await issue(for: try await fixture.newUser())
        let other = fixture.caller(origin: "https://evil.example")
        #expect(await refusal { try await exchange(code, as: other) } == "INVALID_SIGN_IN_CODE")
        #expect(await refusal { try await exchange(code, as: fixture.caller(origin: nil)) } == nil, "a site's own server sends no origin")
    }

    @Test(arguments: [(42, "INVALID_SIGN_IN_CODE"), (43, nil), (128, nil), (129, "INVALID_SIGN_IN_CODE")])
    func aVerifierHas43To128Bytes(_ count: Int, _ expected: String?) async throws {
        let verifier = Secret(String(repeating: "v", count: count))
        let code = try await issue(for: try await fixture.newUser(), verifier: verifier)
        #expect(await refusal { try await exchange(code, verifier) } == expected)
    }

    @Test func codeEndsWithThePagesSession() async throws {
        let page = try await fixture.newUser("a@example.org")
        let signedOut = try await issue(for: page)
        try await fixture.sessions.end(page.refreshToken, for: fixture.caller())
        #expect(await refusal { try await exchange(signedOut) } == "INVALID_SIGN_IN_CODE")

        let changed = try await fixture.newUser("b@example.org")
        let code = try await issue(for: changed)
        fixture.clock.advance(bySeconds: 1)
        _ = try await fixture.update.apply(AccountEdit(password: "another one"), by: try await fixture.holder(of: changed))
        #expect(await refusal { try await exchange(code) } == "INVALID_SIGN_IN_CODE")

        let disabled = try await fixture.newUser("c@example.org")
        let third = try await issue(for: disabled)
        try await fixture.edit(disabled.account.id) { $0.disabled = true }
        #expect(await refusal { try await exchange(third) } == "USER_DISABLED")
    }

    @Test func aCodeBelongsToItsTenant() async throws {
        try await fixture.addTenant("tenant-a")
        let code = try await issue(for: try await fixture.newUser(from: fixture.caller(in: "tenant-a")))
        #expect(await refusal { try await exchange(code) } == "INVALID_SIGN_IN_CODE")
        #expect(await refusal { try await exchange(code, as: fixture.caller(in: "tenant-a", origin: Self.site)) } == nil)
    }

    @Test func theResultOfAFlowIsNoCode() async throws {
        let verifier = Self.verifier
        let result = FlowResult(
            id: Fingerprint(of: "flow"), realm: .sample, provider: .github, session: Fingerprint(of: verifier.expose()),
            sealedAssertion: SealedSecret(bytes: [1]), expiresAt: ManualClock.start.addingTimeInterval(60))
        try await fixture.store.write { try $0.insert(result) }
        #expect(await refusal { try await exchange("flow") } == "INVALID_SIGN_IN_CODE")
    }

    @Test func refusalsAreRecorded() async throws {
        _ = await refusal { try await exchange("made up") }
        #expect(try await fixture.events() == ["sign_in refused INVALID_SIGN_IN_CODE"])
    }
}
