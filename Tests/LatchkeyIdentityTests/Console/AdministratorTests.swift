import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AdministratorTests {
    private static let realm = Realm(project: .console)
    private let fixture: IdentityFixture
    private let caller: Caller
    private let signUp: AdministratorSignUp
    private let administrators: Administrators

    init() async throws {
        fixture = try await IdentityFixture()
        let (clock, random) = (fixture.clock.now, fixture.random)
        let hashing = PasswordHashing(
            sealedSignerKey: try fixture.sealer.seal(Array(0..<64), for: PasswordHashing.sealingContext(project: .console)),
            parameters: ScryptParameters(rounds: 1, memoryCost: 1) ?? .firebase)
        let console = Project(id: .console, displayName: "Console", passwordHashing: hashing, createdAt: ManualClock.start)
        try await fixture.store.write { try $0.insert(console) }
        caller = Caller(project: console, client: ClientDescription(address: "192.0.2.1"))
        signUp = AdministratorSignUp(
            store: fixture.store, sessions: fixture.sessions, passwords: fixture.vault, now: clock, random: random)
        administrators = Administrators(store: fixture.store, now: clock, random: random)
    }

    private func createFirst(_ secret: Secret<String>) async throws -> IssuedTokens {
        try await signUp.createFirst(secret, email: address("owner@example.org"), password: "correct horse", caller: caller)
    }

    private func join(_ secret: Secret<String>, password: Secret<String> = "correct horse") async throws -> IssuedTokens {
        try #require(try await signUp.join(secret, password: password, caller: caller))
    }

    private func isOver(_ body: () async throws -> IssuedTokens) async -> Bool {
        do {
            _ = try await body()
            return false
        } catch {
            return error is AdministratorSignUp.InvitationOver
        }
    }

    private func role(_ id: AccountID) async throws -> ConsoleRole? { ConsoleRole(of: try await fixture.account(id, in: Self.realm)) }

    // MARK: The first administrator

    @Test func theFirstSecretMakesOneOwner() async throws {
        let secret = try await administrators.inviteFirst()
        let owner = try await createFirst(secret)
        #expect(try await role(owner.account.id) == .owner)
        #expect(owner.account.emailVerified)
        #expect(await isOver { try await createFirst(secret) })
        #expect(await isOver { try await createFirst(administrators.inviteFirst()) }, "an administrator exists")
    }

    @Test(arguments: [(3599.0, false), (3600.0, true)])
    func theFirstSecretLastsAnHour(_ seconds: Double, _ expected: Bool) async throws {
        let secret = try await administrators.inviteFirst()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await isOver { try await createFirst(secret) } == expected)
    }

    @Test func aNewSecretReplacesTheFormerAndAWrongOneIsRefused() async throws {
        let former = try await administrators.inviteFirst()
        _ = try await administrators.inviteFirst()
        #expect(await isOver { try await createFirst(former) })
        #expect(await isOver { try await createFirst("made up") })
    }

    @Test func aWeakPasswordLeavesTheSecretValid() async throws {
        let secret = try await administrators.inviteFirst()
        let weak = await refusal {
            try await signUp.createFirst(secret, email: address("owner@example.org"), password: "12345", caller: caller)
        }
        #expect(weak == "WEAK_PASSWORD")
        #expect(await refusal { try await createFirst(secret) } == nil)
    }

    @Test func aSessionOfTheConsoleEnds() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        #expect(owner.session.endsAt == ManualClock.start.addingTimeInterval(Double(ConsoleProject.sessionSeconds)))
    }

    // MARK: Invitations

    private func invite(_ email: String, as role: ConsoleRole, by owner: IssuedTokens) async throws -> Secret<String> {
        try await administrators.invite(try address(email), as: role, by: owner.account.id, from: nil)
    }

    @Test func invitationGrantsTheRoleOnce() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let secret = try await invite("editor@example.org", as: .editor, by: owner)
        let editor = try await join(secret)
        #expect(try await role(editor.account.id) == .editor)
        #expect(editor.account.email?.text == "editor@example.org")
        let events = try await fixture.store.read { try $0.events(of: .console, subject: editor.account.id, limit: 1) }
        #expect(events.map(\.reason) == ["editor, invited by \(owner.account.id)"])
        try await administrators.remove(editor.account.id, by: owner.account.id, from: nil)
        #expect(await isOver { try await join(secret) }, "a removed administrator cannot use the link again")
    }

    @Test(arguments: [(3599.0, false), (3600.0, true)])
    func anInvitationLastsAnHour(_ seconds: Double, _ expected: Bool) async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let secret = try await invite("editor@example.org", as: .editor, by: owner)
        fixture.clock.advance(bySeconds: seconds)
        #expect(await isOver { try await join(secret) } == expected)
    }

    @Test func aSecondInvitationToAnAddressReplacesTheFirst() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let former = try await invite("a@example.org", as: .owner, by: owner)
        let present = try await invite("a@example.org", as: .viewer, by: owner)
        #expect(await isOver { try await join(former) })
        #expect(try await role(try await join(present).account.id) == .viewer)
    }

    @Test func anInvitationEndsWithTheRightsOfItsMaker() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let other = try await join(try await invite("second@example.org", as: .owner, by: owner))
        let changes: [(AccountID) async throws -> Void] = [
            { try await administrators.set(.editor, of: $0, by: owner.account.id, from: nil) },
            { try await administrators.remove($0, by: owner.account.id, from: nil) },
        ]
        var inviter = other
        for (number, change) in changes.enumerated() {
            let secret = try await invite("invited\(number)@example.org", as: .owner, by: inviter)
            try await change(inviter.account.id)
            #expect(await isOver { try await join(secret) }, "change \(number)")
            if number == 0 { inviter = try await join(try await invite("third@example.org", as: .owner, by: owner)) }
        }
    }

    @Test func invitationsOfADisabledOrSignedOutMakerAreOver() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let disabled = try await invite("a@example.org", as: .viewer, by: owner)
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = true }
        #expect(await isOver { try await join(disabled) })
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = false }
        let earlier = try await invite("b@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 1)
        let instant = fixture.clock.now()
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.validSince = instant }
        #expect(await isOver { try await join(earlier) }, "an attacker may have created it before")
        #expect(await isOver { try await join(try await invite("c@example.org", as: .viewer, by: owner)) } == false)
    }

    @Test func aWithdrawnInvitationAndOneOfAnAdministratorAreOver() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let secret = try await invite("a@example.org", as: .viewer, by: owner)
        try await administrators.withdraw(try address("a@example.org"), by: owner.account.id, from: nil)
        await #expect(throws: ActRefusal.self) {
            try await administrators.withdraw(try address("a@example.org"), by: owner.account.id, from: nil)
        }
        #expect(await isOver { try await join(secret) })
        await #expect(throws: ActRefusal.self) { try await invite("owner@example.org", as: .owner, by: owner) }
        let editor = try await invite("b@example.org", as: .viewer, by: owner)
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.email = EmailAddress("b@example.org") }
        #expect(await isOver { try await join(editor) }, "the address was taken since")
    }

    @Test func aSecretForAPasswordSetsThatOfItsAccountOnly() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let ada = try await join(try await invite("ada@example.org", as: .editor, by: owner)).account
        let made = try await administrators.recover(ada.id, by: owner.account.id, from: nil)
        #expect(made.email == ada.email)
        fixture.clock.advance(bySeconds: 1)
        try await fixture.edit(ada.id, in: Self.realm) { $0.email = EmailAddress("lovelace@example.org") }
        #expect(await isOver { try await join(made.secret) }, "no account has the address")
        let again = try await administrators.recover(ada.id, by: owner.account.id, from: nil)
        #expect(try await signUp.join(again.secret, password: "another password", caller: caller) == nil, "it opens no session")
        let after = try await fixture.account(ada.id, in: Self.realm)
        #expect(after.password != ada.password && after.validSince == fixture.clock.now() && ConsoleRole(of: after) == .editor)
        await #expect(throws: ActRefusal.self) {
            try await administrators.recover(owner.account.id, by: owner.account.id, from: nil)
        }
        await #expect(throws: ActRefusal.self) { try await administrators.recover(owner.account.id, by: ada.id, from: nil) }
    }

    /// Each of them checks the invitation before it hashes the password, which takes long.
    @Test func ofSeveralUsesOfALinkAtOnceOneSucceeds() async throws {
        let secret = try await administrators.inviteFirst()
        #expect(await successes { try await createFirst(secret) } == 1)
        let owner = try #require(try await administrators.all().first)
        let other = try await administrators.invite(try address("a@example.org"), as: .viewer, by: owner.id, from: nil)
        #expect(await successes { try await join(other) } == 1)
        #expect(try await administrators.all().count == 2)
    }

    private func successes(_ use: @escaping @Sendable () async throws -> IssuedTokens) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { await !isOver(use) } }
            return await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
    }

    @Test func aLinkForTheFirstAdministratorIsNoInvitation() async throws {
        let first = try await administrators.inviteFirst()
        #expect(await isOver { try await join(first) })
        #expect(await isOver { try await createFirst(first) } == false, "the attempt did not use up the link")
    }

    @Test func anAccountThatIsNoLongerAnOwnerDoesNotInvite() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let second = try await join(try await invite("second@example.org", as: .owner, by: owner))
        try await administrators.set(.editor, of: second.account.id, by: owner.account.id, from: nil)
        await #expect(throws: ActRefusal.changedMeanwhile) { try await invite("a@example.org", as: .viewer, by: second) }
        try await administrators.remove(second.account.id, by: owner.account.id, from: nil)
        await #expect(throws: ActRefusal.changedMeanwhile) { try await invite("a@example.org", as: .viewer, by: second) }
        #expect(try await administrators.pendingInvitations() == [])
    }

    @Test func pendingInvitationsAreListedWhileTheirMakerIsAnOwner() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        _ = try await invite("a@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 60)
        _ = try await invite("b@example.org", as: .editor, by: owner)
        #expect(try await administrators.pendingInvitations().map(\.email?.text) == ["a@example.org", "b@example.org"])
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = true }
        #expect(try await administrators.pendingInvitations() == [])
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = false }
        fixture.clock.advance(bySeconds: 3540)
        #expect(try await administrators.pendingInvitations().map(\.role) == [.editor])
    }

    @Test func invitationLimitReplacesTheOneThatExpiresFirst() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let oldest = try await invite("oldest@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 1)
        var last = oldest
        for number in 0..<100 { last = try await invite("user\(number)@example.org", as: .viewer, by: owner) }
        #expect(await isOver { try await join(oldest) })
        #expect(await isOver { try await join(last) } == false)
    }

    // MARK: Roles

    @Test func theLastOwnerStaysAnOwner() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let id = owner.account.id
        await #expect(throws: Administrators.LastOwner.self) { try await administrators.remove(id, by: id, from: nil) }
        await #expect(throws: Administrators.LastOwner.self) { try await administrators.set(.editor, of: id, by: id, from: nil) }
        #expect(try await role(id) == .owner)
        let second = try await join(try await invite("second@example.org", as: .owner, by: owner))
        try await administrators.set(.viewer, of: id, by: second.account.id, from: nil)
        #expect(try await role(id) == .viewer)
    }

    @Test func aDisabledOwnerDoesNotCount() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let second = try await join(try await invite("second@example.org", as: .owner, by: owner))
        try await fixture.edit(second.account.id, in: Self.realm) { $0.disabled = true }
        await #expect(throws: Administrators.LastOwner.self) {
            try await administrators.remove(owner.account.id, by: second.account.id, from: nil)
        }
    }

    @Test func ofTwoOwnersThatRemoveEachOtherAtOnceOneStays() async throws {
        let owner = try await createFirst(administrators.inviteFirst())
        let second = try await join(try await invite("second@example.org", as: .owner, by: owner))
        let (one, two) = (owner.account.id, second.account.id)
        let failures = await withTaskGroup(of: Bool.self) { group in
            for (id, actor) in [(one, two), (two, one)] {
                group.addTask {
                    do {
                        try await administrators.remove(id, by: actor, from: nil)
                        return false
                    } catch {
                        return error is Administrators.LastOwner
                    }
                }
            }
            return await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(failures == 1)
        #expect(try await administrators.all().count == 1)
    }

    @Test func aRoleIsReadFromTheConsolesOwnAccountsOnly() {
        func role(_ claims: String?, in realm: Realm = Self.realm) -> ConsoleRole? {
            var account = Account.sample("ada", in: realm)
            account.customClaims = claims
            return ConsoleRole(of: account)
        }
        #expect(role(#"{"role":"owner"}"#) == .owner)
        #expect(role(#"{"role":"owner"}"#, in: .sample) == nil, "a user of a project cannot become an administrator by a claim")
        #expect(role(#"{"role":"root"}"#) == nil)
        #expect(role(nil) == nil)
        #expect(ConsoleRole.viewer < .editor && .editor < .owner)
    }
}
