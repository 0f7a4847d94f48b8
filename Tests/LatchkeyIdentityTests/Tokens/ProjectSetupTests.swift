import Foundation
import LatchkeyMemoryStore
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// The creation of projects, and the rotation of keys.
@Suite struct ProjectSetupTests {
    private let fixture: IdentityFixture
    private let setup: ProjectSetup

    init() async throws {
        fixture = try await IdentityFixture()
        setup = ProjectSetup(store: fixture.store, sealer: fixture.sealer, now: fixture.clock.now, random: fixture.random)
    }

    @Test func theStandardProjectIsCreatedOnceAndKeepsAValidKey() async throws {
        let (project, key) = try await setup.standardProject()
        let (again, sameKey) = try await setup.standardProject()
        #expect(again == project)
        #expect(sameKey == key)
        #expect(project.settings.anonymousSignIn == false, "as in Firebase, anonymous sign-in is off in a new project")
        #expect(project.settings.enumerationProtection)
        try await fixture.store.write { _ = try $0.revokeAPIKey(key.text, at: ManualClock.start) }
        let (_, other) = try await setup.standardProject()
        #expect(other.text != key.text)
        #expect(other.revokedAt == nil)
    }

    /// The second one finds an empty store, and then what the first one has created.
    @Test func nodesThatStartAtTheSameTimeHaveTheSameProjectsAndKeys() async throws {
        let store = MemoryStore()
        let setup = ProjectSetup(store: store, sealer: fixture.sealer, now: fixture.clock.now, random: fixture.random)
        async let first = (setup.standardProject(), setup.consoleProject(), setup.keyRing())
        async let second = (setup.standardProject(), setup.consoleProject(), setup.keyRing())
        let (one, other) = try await (first, second)
        #expect(one.0.0 == other.0.0 && one.0.1 == other.0.1 && one.1 == other.1)
        #expect(try await store.read { try $0.signingKeys() }.count == SigningKey.Purpose.allCases.count)
    }

    @Test func aTakenNameIsRefusedAndEveryProjectHasItsOwnHashKey() async throws {
        let (one, _) = try await setup.create("project-one", displayName: "One")
        await #expect(throws: StoreConflict(.project)) { try await setup.create("project-one", displayName: "Again") }
        let (two, _) = try await setup.create("project-two", displayName: "Two")
        #expect(try fixture.vault.signerKey(of: one).expose() != fixture.vault.signerKey(of: two).expose())
        #expect(try fixture.vault.signerKey(of: one).expose().count == 64)
    }

    @Test(arguments: [
        ("abcd", true), ("a-1", false), ("abc", false), ("Abcd", false), ("1bcd", false), ("abcd-", false), ("ab_cd", false),
        (String(repeating: "a", count: 30), true), (String(repeating: "a", count: 31), false), ("äbcd", false),
    ])
    func aProjectIDIsAShortName(_ text: String, _ expected: Bool) {
        #expect(ProjectID.isValid(text) == expected)
    }

    @Test func afterARotationOldTokensStayValidForADayAndNewOnesHaveTheNewKey() async throws {
        let before = try await fixture.newUser()
        fixture.clock.advance(bySeconds: 10)
        try await KeyRotation(setup: setup, authority: fixture.authority).rotate(to: .es256, by: ActAuthor(actor: "test"))
        let after = try await fixture.sessions.refresh(before.refreshToken, for: .sample)
        let ids = try [before, after].map { try keyID(of: $0.idToken) }
        #expect(ids[0] != ids[1])
        for tokens in [before, after] { #expect(await refusal { try await fixture.holder(of: tokens) } == nil) }
        let published = fixture.authority.jwks(of: .idToken)
        #expect(ids.allSatisfy { published.contains($0) })
    }

    @Test func retiredKeyIsNeitherAcceptedNorPublished() async throws {
        let tokens = try await fixture.newUser()
        try await KeyRotation(setup: setup, authority: fixture.authority).rotate(to: .es256, by: ActAuthor(actor: "test"))
        fixture.clock.advance(bySeconds: 89_999)
        #expect(try fixture.authority.jwks(of: .idToken).contains(keyID(of: tokens.idToken)))
        fixture.clock.advance(bySeconds: 1)
        #expect(try fixture.authority.jwks(of: .idToken).contains(keyID(of: tokens.idToken)) == false)
    }

    @Test func aCookieOfARetiredKeyStaysValidUntilItExpires() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await fixture.cookies.make(from: tokens.idToken, lastingSeconds: 1_209_600, caller: fixture.caller()).expose()
        try await KeyRotation(setup: setup, authority: fixture.authority).rotate(to: .es256, by: ActAuthor(actor: "test"))
        fixture.clock.advance(bySeconds: 1_209_599)
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: .sample) } == nil)
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: .sample) } == "SESSION_COOKIE_EXPIRED")
        #expect(try fixture.authority.jwks(of: .sessionCookie).contains(keyID(of: cookie)), "caches have another day")
        fixture.clock.advance(bySeconds: 86_400)
        #expect(try fixture.authority.jwks(of: .sessionCookie).contains(keyID(of: cookie)) == false)
    }

    @Test(arguments: SigningKey.Purpose.allCases)
    func onePurposeIsRotatedAlone(_ purpose: SigningKey.Purpose) async throws {
        let before = try await fixture.store.read { try $0.signingKeys() }
        let rotation = KeyRotation(setup: setup, authority: fixture.authority)
        fixture.clock.advance(bySeconds: 10)
        try await rotation.rotate([purpose], to: nil, by: ActAuthor(actor: "test"))
        let after = try await fixture.store.read { try $0.signingKeys() }
        #expect(after.count == before.count + 1)
        for kind in SigningKey.Purpose.allCases {
            #expect((after.signer(of: kind)?.id != before.signer(of: kind)?.id) == (kind == purpose))
            #expect(after.signer(of: kind)?.algorithm == .es256, "without another one, the algorithm stays")
        }
    }

    @Test func onlyTheKeyOfItsPurposeIsReplacedByARevocation() async throws {
        let before = try await fixture.store.read { try $0.signingKeys() }
        let leaked = try #require(before.signer(of: .sessionCookie))
        fixture.clock.advance(bySeconds: 10)
        try await KeyRotation(setup: setup, authority: fixture.authority).revoke(leaked.id, by: ActAuthor(actor: "test"))
        let after = try await fixture.store.read { try $0.signingKeys() }
        #expect(after.signer(of: .idToken)?.id == before.signer(of: .idToken)?.id)
        #expect(after.signer(of: .sessionCookie).map { $0.id != leaked.id } == true)
        #expect(!fixture.authority.jwks(of: .sessionCookie).contains(leaked.id))
    }

    /// A store of a version in which one key signed both kinds of tokens.
    @Test func cookiesOfAnEarlierVersionStayValidAndNewOnesHaveAKeyOfTheirOwn() async throws {
        let shared = try #require(try await fixture.store.read { try $0.signingKeys() }.signer(of: .idToken))
        var old = shared
        old.cookiesUntil = fixture.clock.now().addingTimeInterval(1_209_600)
        let ring = try await KeyRing([old], sealer: fixture.sealer, at: fixture.clock.now())
        #expect(ring[.sessionCookie].signer == nil)
        let cookieKey = try KeyRing.makeKey(.es256, for: .sessionCookie, sealer: fixture.sealer, at: fixture.clock.now())
        fixture.authority.replace(with: try await KeyRing([old, cookieKey], sealer: fixture.sealer, at: fixture.clock.now()))
        #expect(fixture.authority.jwks(of: .idToken).contains(old.id) && !fixture.authority.jwks(of: .idToken).contains(cookieKey.id))
        #expect(fixture.authority.jwks(of: .sessionCookie).contains(old.id))
        let tokens = try await fixture.newUser()
        let cookie = try await fixture.cookies.make(from: tokens.idToken, lastingSeconds: 300, caller: fixture.caller()).expose()
        #expect(try keyID(of: cookie) == cookieKey.id)
        fixture.clock.advance(bySeconds: 1_209_600)
        #expect(!fixture.authority.jwks(of: .sessionCookie).contains(old.id) && fixture.authority.jwks(of: .idToken).contains(old.id))
    }

    @Test func aStoreWithoutASigningKeyGetsOne() async throws {
        let ring = try await setup.keyRing()
        #expect(ring.revision == (try await setup.keyRing()).revision)
        #expect(try await fixture.store.read { try $0.signingKeys() }.map(\.purpose) == [.idToken, .sessionCookie])
    }

    private func keyID(of token: String) throws -> String {
        struct Header: Decodable { let kid: String }
        let bytes = try #require(Base64URL.decode(String(token.split(separator: ".")[0])))
        return try JSONDecoder().decode(Header.self, from: Data(bytes)).kid
    }
}
