import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Secrets of databases, and tokens that are signed with them.
@Suite struct DatabaseSecretTests {
    private let fixture: IdentityFixture
    private let secrets: DatabaseSecrets

    init() async throws {
        var settings = ProjectSettings.everyMethod
        settings.legacy.routes = true
        fixture = try await IdentityFixture(settings)
        secrets = DatabaseSecrets(store: fixture.store, sealer: fixture.sealer, now: fixture.clock.now)
    }

    /// Creates a secret and returns its text.
    private func make() async throws -> (secret: DatabaseSecret, text: Secret<String>) {
        let made = try DatabaseSecret.make(for: .sample, at: fixture.clock.now(), sealer: fixture.sealer, random: fixture.random)
        fixture.clock.advance(bySeconds: 1)
        try await fixture.store.write { try $0.insert(made.secret) }
        return made
    }

    private func revoke(_ secret: DatabaseSecret) async throws {
        let instant = fixture.clock.now()
        try await fixture.store.write { _ = try $0.revokeDatabaseSecret(secret.fingerprint, at: instant) }
    }

    private func token(
        _ secret: Secret<String>, id: String, uid: String = "ada", expires: Double = 3600
    ) throws -> String {
        let now = Int64(fixture.clock.now().timeIntervalSince1970)
        return try LegacyToken.text(
            ["v": .integer(0), "iat": .integer(now), "exp": .integer(now + Int64(expires)), "d": .object(["uid": .string(uid)])],
            signedWith: secret, id: id)
    }

    private func isGood(_ text: String, of project: ProjectID = .sample) async -> Bool {
        (try? await secrets.check(text, of: project)) != nil
    }

    @Test func aSecretOpensItsProjectUntilItIsRevoked() async throws {
        let made = try await make()
        #expect(made.text.expose().count == 40)
        #expect(try await secrets.secret(made.text.expose(), of: .sample) == made.secret.fingerprint)
        #expect(try await secrets.secret(made.text.expose(), of: "other-project") == nil)
        try await revoke(made.secret)
        #expect(try await secrets.secret(made.text.expose(), of: .sample) == nil)
    }

    @Test(arguments: ["", String(repeating: "x", count: 39), String(repeating: "x", count: 40), String(repeating: "-", count: 40)])
    func unknownSecretIsRejected(_ text: String) async throws {
        _ = try await make()
        #expect(try await secrets.secret(text, of: .sample) == nil)
    }

    @Test func aTokenEndsWithItsSecret() async throws {
        let made = try await make()
        let text = try token(made.text, id: made.secret.id)
        #expect(await isGood(text))
        #expect(await isGood(text, of: "other-project") == false)
        try await revoke(made.secret)
        #expect(await isGood(text) == false)
    }

    @Test func aTokenNamesTheSecretThatSignedIt() async throws {
        let (first, second) = (try await make(), try await make())
        #expect(await isGood(try token(second.text, id: second.secret.id)))
        #expect(await isGood(try token(second.text, id: first.secret.id)) == false)
        #expect(await isGood(try token("another secret", id: first.secret.id)) == false)
    }

    @Test(arguments: [(3599.0, true), (3600.0, false)])
    func aTokenEndsOnTime(_ seconds: Double, _ expected: Bool) async throws {
        let made = try await make()
        let text = try token(made.text, id: made.secret.id)
        fixture.clock.advance(bySeconds: seconds)
        #expect(await isGood(text) == expected)
    }

    @Test func aTokenOfASessionEndsWithIt() async throws {
        _ = try await make()
        let tokens = try await fixture.newUser(from: fixture.caller(generation: .legacy))
        let uid = ClaimValue.string(tokens.account.id.rawValue)
        let issued = try await secrets.token(["uid": uid], for: tokens.session)
        #expect(issued.expiresAt == tokens.session.endsAt, "it cannot be renewed")
        #expect(await isGood(issued.text))
        try await fixture.sessions.end(tokens.refreshToken, for: fixture.caller())
        #expect(await isGood(issued.text) == false)
    }

    @Test func aTokenOfASessionNamesTheUserOfTheSession() async throws {
        _ = try await make()
        let tokens = try await fixture.newUser(from: fixture.caller(generation: .legacy))
        let forged = try await secrets.token(["uid": .string("eve")], for: tokens.session)
        #expect(await isGood(forged.text) == false)
    }

    @Test func aDisabledAccountAndAProjectWithoutTheRoutesEndTokensOfSessions() async throws {
        _ = try await make()
        let tokens = try await fixture.newUser(from: fixture.caller(generation: .legacy))
        let issued = try await secrets.token(["uid": .string(tokens.account.id.rawValue)], for: tokens.session)
        var project = fixture.project
        project.settings.legacy.routes = false
        let closed = project
        try await fixture.store.write { try $0.update(closed) }
        #expect(await isGood(issued.text) == false)
        let open = fixture.project
        try await fixture.store.write { try $0.update(open) }
        #expect(await isGood(issued.text))
        try await fixture.edit(tokens.account.id) { $0.disabled = true }
        #expect(await isGood(issued.text) == false)
    }

    @Test func projectWithoutASecretCannotSign() async throws {
        let tokens = try await fixture.newUser()
        await #expect(throws: LegacyTokenError.self) { try await secrets.token([:], for: tokens.session) }
        await #expect(throws: LegacyTokenError.self) { try await secrets.requireSecret(of: .sample) }
    }
}
