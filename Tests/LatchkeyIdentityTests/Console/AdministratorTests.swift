import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct AdministratorTests {
    private static let realm = Realm(project: .console)
    private let fixture: IdentityFixture
    private let caller: Caller
    private let first: FirstInvitationInMemory
    private let invitations: InvitationsInMemory
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
        first = FirstInvitationInMemory(now: clock, random: random)
        invitations = InvitationsInMemory(now: clock, random: random)
        signUp = AdministratorSignUp(
            first: first, others: invitations, store: fixture.store, sessions: fixture.sessions, passwords: fixture.vault, now: clock,
            random: random)
        administrators = Administrators(store: fixture.store, invitations: invitations, now: clock)
    }

    private func createFirst(_ secret: Secret<String>) async throws -> IssuedTokens {
        try await signUp.createFirst(secret, email: address("owner@example.org"), password: "correct horse", caller: caller)
    }

    private func join(_ secret: Secret<String>, password: Secret<String> = "correct horse") async throws -> IssuedTokens {
        try await signUp.join(secret, password: password, caller: caller)
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
        let secret = first.make()
        let owner = try await createFirst(secret)
        #expect(try await role(owner.account.id) == .owner)
        #expect(owner.account.emailVerified)
        #expect(await isOver { try await createFirst(secret) })
        #expect(await isOver { try await createFirst(first.make()) }, "an administrator exists")
    }

    @Test(arguments: [(3599.0, false), (3600.0, true)])
    func theFirstSecretLastsAnHour(_ seconds: Double, _ expected: Bool) async throws {
        let secret = first.make()
        fixture.clock.advance(bySeconds: seconds)
        #expect(await isOver { try await createFirst(secret) } == expected)
    }

    @Test func aNewSecretReplacesTheFormerAndAWrongOneIsRefused() async throws {
        let former = first.make()
        _ = first.make()
        #expect(await isOver { try await createFirst(former) })
        #expect(await isOver { try await createFirst("made up") })
    }

    @Test func aWeakPasswordLeavesTheSecretValid() async throws {
        let secret = first.make()
        let weak = await refusal {
            try await signUp.createFirst(secret, email: address("owner@example.org"), password: "12345", caller: caller)
        }
        #expect(weak == "WEAK_PASSWORD")
        #expect(await refusal { try await createFirst(secret) } == nil)
    }

    @Test func aSessionOfTheConsoleEnds() async throws {
        let owner = try await createFirst(first.make())
        #expect(owner.session.endsAt == ManualClock.start.addingTimeInterval(Double(ConsoleProject.sessionSeconds)))
    }

    // MARK: Invitations

    private func invite(_ email: String, as role: ConsoleRole, by owner: IssuedTokens) throws -> Secret<String> {
        invitations.make(for: try address(email), as: role, by: owner.account.id)
    }

    @Test func invitationGrantsTheRoleOnce() async throws {
        let owner = try await createFirst(first.make())
        let secret = try invite("editor@example.org", as: .editor, by: owner)
        let editor = try await join(secret)
        #expect(try await role(editor.account.id) == .editor)
        #expect(editor.account.email?.text == "editor@example.org")
        #expect(await isOver { try await join(secret) })
        let events = try await fixture.store.read { try $0.events(of: .console, subject: editor.account.id, limit: 1) }
        #expect(events.map(\.reason) == ["editor, invited by \(owner.account.id)"])
    }

    @Test(arguments: [(3599.0, false), (3600.0, true)])
    func anInvitationLastsAnHour(_ seconds: Double, _ expected: Bool) async throws {
        let owner = try await createFirst(first.make())
        let secret = try invite("editor@example.org", as: .editor, by: owner)
        fixture.clock.advance(bySeconds: seconds)
        #expect(await isOver { try await join(secret) } == expected)
    }

    @Test func aSecondInvitationToAnAddressReplacesTheFirst() async throws {
        let owner = try await createFirst(first.make())
        let former = try invite("a@example.org", as: .owner, by: owner)
        let present = try invite("a@example.org", as: .viewer, by: owner)
        #expect(await isOver { try await join(former) })
        #expect(try await role(try await join(present).account.id) == .viewer)
    }

    @Test func anInvitationEndsWithTheRightsOfItsMaker() async throws {
        let owner = try await createFirst(first.make())
        let other = try await join(try invite("second@example.org", as: .owner, by: owner))
        let changes: [(AccountID) async throws -> Void] = [
            { try await administrators.set(.editor, of: $0, by: owner.account.id, from: nil) },
            { try await administrators.remove($0, by: owner.account.id, from: nil) },
        ]
        var inviter = other
        for (number, change) in changes.enumerated() {
            let secret = try invite("invited\(number)@example.org", as: .owner, by: inviter)
            try await change(inviter.account.id)
            #expect(await isOver { try await join(secret) }, "change \(number)")
            if number == 0 { inviter = try await join(try invite("third@example.org", as: .owner, by: owner)) }
        }
    }

    @Test func invitationsOfADisabledOrSignedOutMakerAreOver() async throws {
        let owner = try await createFirst(first.make())
        let disabled = try invite("a@example.org", as: .viewer, by: owner)
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = true }
        #expect(await isOver { try await join(disabled) })
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.disabled = false }
        let earlier = try invite("b@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 1)
        let instant = fixture.clock.now()
        try await fixture.edit(owner.account.id, in: Self.realm) { $0.validSince = instant }
        #expect(await isOver { try await join(earlier) }, "an attacker may have created it before")
        #expect(await isOver { try await join(try invite("c@example.org", as: .viewer, by: owner)) } == false)
    }

    @Test func aWithdrawnInvitationAndOneOfAnAdministratorAreOver() async throws {
        let owner = try await createFirst(first.make())
        let secret = try invite("a@example.org", as: .viewer, by: owner)
        #expect(invitations.withdraw(try address("a@example.org")) == .viewer)
        #expect(invitations.withdraw(try address("a@example.org")) == nil)
        #expect(await isOver { try await join(secret) })
        let known = try invite("owner@example.org", as: .owner, by: owner)
        #expect(await isOver { try await join(known) })
    }

    /// The password is hashed between the check of the invitation and its use, which takes long enough to withdraw it.
    @Test func anInvitationWithdrawnWhileThePasswordIsHashedIsOver() async throws {
        let owner = try await createFirst(first.make())
        let secret = try invite("a@example.org", as: .viewer, by: owner)
        let late = AdministratorSignUp(
            first: first, others: WithdrawnBeforeUse(invitations: invitations), store: fixture.store, sessions: fixture.sessions,
            passwords: fixture.vault, now: fixture.clock.now, random: fixture.random)
        #expect(await isOver { try await late.join(secret, password: "correct horse", caller: caller) })
        #expect(try await administrators.all().count == 1)
    }

    @Test func pendingInvitationsAreListedWhileTheirMakerIsAnOwner() async throws {
        let owner = try await createFirst(first.make())
        _ = try invite("a@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 60)
        _ = try invite("b@example.org", as: .editor, by: owner)
        #expect(invitations.pending(among: try await administrators.all()).map(\.email.text) == ["a@example.org", "b@example.org"])
        #expect(invitations.pending(among: []).isEmpty)
        fixture.clock.advance(bySeconds: 3540)
        #expect(invitations.pending(among: try await administrators.all()).map(\.role) == [.editor])
    }

    @Test func invitationLimitReplacesTheOneThatExpiresFirst() async throws {
        let owner = try await createFirst(first.make())
        let oldest = try invite("oldest@example.org", as: .viewer, by: owner)
        fixture.clock.advance(bySeconds: 1)
        var last = oldest
        for number in 0..<100 { last = try invite("user\(number)@example.org", as: .viewer, by: owner) }
        #expect(await isOver { try await join(oldest) })
        #expect(await isOver { try await join(last) } == false)
    }

    // MARK: Roles

    @Test func theLastOwnerStaysAnOwner() async throws {
        let owner = try await createFirst(first.make())
        let id = owner.account.id
        await #expect(throws: Administrators.LastOwner.self) { try await administrators.remove(id, by: id, from: nil) }
        await #expect(throws: Administrators.LastOwner.self) { try await administrators.set(.editor, of: id, by: id, from: nil) }
        #expect(try await role(id) == .owner)
        let second = try await join(try invite("second@example.org", as: .owner, by: owner))
        try await administrators.set(.viewer, of: id, by: second.account.id, from: nil)
        #expect(try await role(id) == .viewer)
    }

    @Test func aDisabledOwnerDoesNotCount() async throws {
        let owner = try await createFirst(first.make())
        let second = try await join(try invite("second@example.org", as: .owner, by: owner))
        try await fixture.edit(second.account.id, in: Self.realm) { $0.disabled = true }
        await #expect(throws: Administrators.LastOwner.self) {
            try await administrators.remove(owner.account.id, by: second.account.id, from: nil)
        }
    }

    @Test func ofTwoOwnersThatRemoveEachOtherAtOnceOneStays() async throws {
        let owner = try await createFirst(first.make())
        let second = try await join(try invite("second@example.org", as: .owner, by: owner))
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

/// Invitations that are withdrawn just before they are used.
private struct WithdrawnBeforeUse: AdministratorInvitations {
    let invitations: InvitationsInMemory

    func make(for email: EmailAddress, as role: ConsoleRole, by inviter: AccountID) -> Secret<String> {
        invitations.make(for: email, as: role, by: inviter)
    }
    func pending(among administrators: [Account]) -> [AdministratorInvitation] { invitations.pending(among: administrators) }
    func invitation(_ secret: Secret<String>) -> AdministratorInvitation? { invitations.invitation(secret) }
    func take(_ secret: Secret<String>) -> AdministratorInvitation? {
        if let invitation = invitations.invitation(secret) { _ = invitations.withdraw(invitation.email) }
        return invitations.take(secret)
    }
    func withdraw(_ email: EmailAddress) -> ConsoleRole? { invitations.withdraw(email) }
    func end(by inviter: AccountID) { invitations.end(by: inviter) }
}
