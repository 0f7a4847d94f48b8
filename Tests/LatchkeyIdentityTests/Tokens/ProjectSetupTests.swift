import Foundation
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
        let published = fixture.authority.jwks()
        #expect(ids.allSatisfy { published.contains($0) })
    }

    @Test func retiredKeyIsNeitherAcceptedNorPublished() async throws {
        let tokens = try await fixture.newUser()
        let cookie = try await fixture.cookies.make(from: tokens.idToken, lastingSeconds: 1_209_600, caller: fixture.caller()).expose()
        try await KeyRotation(setup: setup, authority: fixture.authority).rotate(to: .es256, by: ActAuthor(actor: "test"))
        fixture.clock.advance(bySeconds: 89_999)
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: .sample) } == nil)
        fixture.clock.advance(bySeconds: 1)
        #expect(await refusal { try await fixture.cookies.claims(of: cookie, for: .sample) } == "INVALID_SESSION_COOKIE")
        #expect(try fixture.authority.jwks().contains(keyID(of: tokens.idToken)) == false)
    }

    @Test func aStoreWithoutASigningKeyGetsOne() async throws {
        let ring = try await setup.keyRing()
        #expect(ring.revision == (try await setup.keyRing()).revision)
        #expect(try await fixture.store.read { try $0.signingKeys() }.count == 1)
    }

    private func keyID(of token: String) throws -> String {
        struct Header: Decodable { let kid: String }
        let bytes = try #require(Base64URL.decode(String(token.split(separator: ".")[0])))
        return try JSONDecoder().decode(Header.self, from: Data(bytes)).kid
    }
}
