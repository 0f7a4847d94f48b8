import Foundation
import JWTKit
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct CustomTokenSignInTests {
    private static let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    /// Creating RSA keys takes long, so the tests share them.
    private static let key = Result { try ServiceAccountKey.make(name: "back-end", project: .sample, at: ManualClock.start) }
    private static let otherKey = Result { try ServiceAccountKey.make(name: "other", project: .sample, at: ManualClock.start) }

    private struct Payload: JWTPayload {
        let claims: [String: ClaimValue]
        init(_ claims: [String: ClaimValue]) { self.claims = claims }
        init(from decoder: any Decoder) throws { claims = try decoder.singleValueContainer().decode([String: ClaimValue].self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(claims)
        }
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let fixture: IdentityFixture
    private let key: ServiceAccountKey

    init() async throws {
        fixture = try await IdentityFixture()
        let key = try Self.key.get()
        self.key = key
        try await fixture.store.write { try $0.insert(key.account) }
    }

    /// A token that is valid for an hour.
    ///
    /// - Parameter changes: Claims to replace; `null` removes one.
    private func token(_ changes: [String: ClaimValue] = [:], signedWith other: ServiceAccountKey? = nil) async throws -> String {
        let now = Int64(ManualClock.start.timeIntervalSince1970)
        var claims: [String: ClaimValue] = [
            "iss": .string(key.account.email), "sub": .string(key.account.email), "aud": .string(Self.audience), "uid": .string("ada"),
            "iat": .integer(now), "exp": .integer(now + 3600),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        let signer = other ?? key
        let keys = JWTKeyCollection()
        await keys.add(
            rsa: try JWTKit.Insecure.RSA.PrivateKey(pem: signer.privateKeyPEM.expose()), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: signer.account.keyID))
        return try await keys.sign(Payload(claims), kid: JWKIdentifier(string: signer.account.keyID))
    }

    private func enter(
        _ changes: [String: ClaimValue] = [:], as caller: Caller? = nil
    ) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        try await fixture.customTokenSignIn.signIn(try await token(changes), caller: caller ?? fixture.caller())
    }

    @Test func aBackEndCreatesAnAccountWithItsUIDAndSignsItInAgain() async throws {
        let first = try await enter()
        #expect(first.isNewUser)
        #expect(first.tokens.account.id == "ada")
        #expect(first.tokens.session.method == .custom)
        let second = try await enter()
        #expect(!second.isNewUser)
        #expect(try await fixture.accountCount() == 1)
        let events = try await fixture.store.read { try $0.events(of: .sample, subject: "ada", limit: 9) }
        #expect(events.map(\.kind) == [.signIn, .signUp])
        #expect(Set(events.map(\.actor)) == [key.account.email])
    }

    @Test func developerClaimsAreThoseOfTheSessionAndWinOverTheAccounts() async throws {
        try await fixture.store.write { transaction in
            var account = Account.sample("ada")
            account.customClaims = #"{"role":"reader","plan":"free"}"#
            try transaction.insert(account)
        }
        let tokens = try await enter(["claims": .object(["role": .string("editor")])]).tokens
        let claims = try await fixture.holder(of: tokens).claims
        #expect(claims.custom == ["role": .string("editor"), "plan": .string("free")])
        let refreshed = try await fixture.sessions.refresh(tokens.refreshToken, for: .sample)
        #expect(try await fixture.holder(of: refreshed).claims.custom["role"] == .string("editor"))
        #expect(try await fixture.holder(of: try await enter().tokens).claims.custom["role"] == .string("reader"))
    }

    @Test(arguments: ["acr", "aud", "auth_time", "exp", "firebase", "iat", "iss", "nonce", "sub"])
    func reservedClaimsAreForbidden(_ name: String) async throws {
        #expect(await refusal { try await enter(["claims": .object([name: .string("x")])]) } == "FORBIDDEN_CLAIM")
        #expect(try await fixture.accountCount() == 0)
    }

    /// `{"a":"…"}` has eight bytes around the text.
    @Test(arguments: [(992, nil), (993, "CLAIMS_TOO_LARGE")])
    func claimsHaveAThousandBytes(_ count: Int, _ expected: String?) async throws {
        let claims = ClaimValue.object(["a": .string(String(repeating: "x", count: count))])
        #expect(await refusal { try await enter(["claims": claims]) } == expected)
    }

    @Test(arguments: [ClaimValue.string("x"), .array([]), .integer(1), .bool(true)])
    func claimsAreAnObject(_ claims: ClaimValue) async throws {
        #expect(await refusal { try await enter(["claims": claims]) } == "INVALID_CLAIMS")
    }

    @Test(
        arguments: [(nil, "MISSING_IDENTIFIER"), ("", "MISSING_IDENTIFIER"), (String(repeating: "x", count: 128), nil)]
            as [(String?, String?)])
    func aUIDIsNeeded(_ uid: String?, _ expected: String?) async throws {
        #expect(await refusal { try await enter(["uid": uid.map(ClaimValue.string) ?? .null]) } == expected)
    }

    @Test func anOverlongUIDIsRefused() async throws {
        let uid = ClaimValue.string(String(repeating: "x", count: 129))
        #expect(await refusal { try await enter(["uid": uid]) } == "INVALID_CUSTOM_TOKEN")
    }

    /// The issue and expiry of a token, in seconds from now.
    @Test(
        arguments: [
            (0, 3600, nil), (0, 3601, "INVALID_CUSTOM_TOKEN"), (-3599, 1, nil), (-3600, 0, "INVALID_CUSTOM_TOKEN"), (60, 3660, nil),
            (61, 3661, "INVALID_CUSTOM_TOKEN"), (-7200, 60, "INVALID_CUSTOM_TOKEN"),
        ] as [(Int64, Int64, String?)])
    func aTokenIsValidForAnHour(_ issued: Int64, _ expires: Int64, _ expected: String?) async throws {
        let now = Int64(ManualClock.start.timeIntervalSince1970)
        let code = await refusal { try await enter(["iat": .integer(now + issued), "exp": .integer(now + expires)]) }
        #expect(code == expected)
    }

    @Test(arguments: ["iat", "exp"])
    func bothTimesAreNeeded(_ name: String) async throws {
        #expect(await refusal { try await enter([name: .null]) } == "INVALID_CUSTOM_TOKEN")
    }

    @Test func aTokenThatIsNotValidYetIsRefused() async throws {
        let later = Int64(ManualClock.start.timeIntervalSince1970) + 61
        #expect(await refusal { try await enter(["nbf": .integer(later)]) } == "INVALID_CUSTOM_TOKEN")
    }

    @Test(
        arguments: [
            ["aud": "https://example.org"], ["sub": "someone@else.example"], ["iss": "nobody@sample-project.example"],
        ] as [[String: String]])
    func theTokenNamesItsSignerAndGooglesAudience(_ changes: [String: String]) async throws {
        #expect(await refusal { try await enter(changes.mapValues(ClaimValue.string)) } == "INVALID_CUSTOM_TOKEN")
    }

    @Test func onlyTheServiceAccountsOwnKeySigns() async throws {
        let other = try Self.otherKey.get()
        let forged = try await token(signedWith: other)
        #expect(await refusal { try await fixture.customTokenSignIn.signIn(forged, caller: fixture.caller()) } == "INVALID_CUSTOM_TOKEN")
        for text in ["", "a.b.c", String(repeating: "x", count: 20_000)] {
            #expect(await refusal { try await fixture.customTokenSignIn.signIn(text, caller: fixture.caller()) } == "INVALID_CUSTOM_TOKEN")
        }
        #expect(try await fixture.accountCount() == 0)
    }

    @Test func tokensOfARevokedServiceAccountAreRefused() async throws {
        let email = key.account.email
        try await fixture.store.write { _ = try $0.revokeServiceAccount(email, at: ManualClock.start) }
        #expect(await refusal { try await enter() } == "INVALID_CUSTOM_TOKEN")
    }

    @Test func aTokenOfAnotherProjectIsRefused() async throws {
        try await fixture.store.write { try $0.insert(Project.sample("other-project")) }
        let text = try await token()
        let other = Caller(project: .sample("other-project"))
        #expect(await refusal { try await fixture.customTokenSignIn.signIn(text, caller: other) } == "CREDENTIAL_MISMATCH")
    }

    @Test func aTokenNamesTheTenantOfTheRequest() async throws {
        try await fixture.addTenant("tenant-a")
        let tenant = fixture.caller(in: "tenant-a")
        #expect(await refusal { try await enter(as: tenant) } == "TENANT_ID_MISMATCH")
        #expect(await refusal { try await enter(["tenant_id": .string("tenant-a")]) } == "TENANT_ID_MISMATCH")
        #expect(await refusal { try await enter(["tenant_id": .string("tenant-a")], as: tenant) } == nil)
        #expect(try await fixture.accountCount() == 0)
        #expect(try await fixture.accountCount(in: tenant.realm) == 1)
    }

    @Test func aDisabledAccountIsNotOpened() async throws {
        _ = try await enter()
        try await fixture.edit("ada") { $0.disabled = true }
        #expect(await refusal { try await enter() } == "USER_DISABLED")
    }

    @Test func aProjectWithoutSignUpStillTrustsItsBackEnd() async throws {
        #expect(try await enter(as: fixture.caller { $0.signUp = false }).isNewUser)
    }

    @Test func aCustomSignInNeedsNoSecondFactorAndCannotEnrollOne() async throws {
        let enrolled = try await fixture.enrolTOTP(try await fixture.newUser(verified: true))
        let tokens = try await enter(["uid": .string(enrolled.tokens.account.id.rawValue)]).tokens
        #expect(tokens.account.id == enrolled.tokens.account.id)
        let holder = try await fixture.holder(of: tokens)
        #expect(await refusal { try await fixture.enrollment.startTOTP(for: holder) } == "UNSUPPORTED_FIRST_FACTOR")
        #expect(
            await refusal { try await fixture.enrollment.withdraw(enrolled.factor.id, for: holder) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
}
