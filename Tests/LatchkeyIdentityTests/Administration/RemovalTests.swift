import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// The removal of projects, and accounts that are deleted later.
@Suite struct RemovalTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private var scheduled: ScheduledDeletions { ScheduledDeletions(store: fixture.store, now: fixture.clock.now, random: fixture.random) }

    private func erase() async throws {
        #expect(try await Erasures(store: fixture.store) { _, _ in }.finish().isEmpty)
    }

    private func exists(_ id: AccountID) async throws -> Bool {
        try await fixture.store.read { try $0.account(id, in: .sample) != nil }
    }

    private func schedule(_ id: AccountID, afterSeconds seconds: Double = 100) async throws -> Account {
        let due = fixture.clock.now().addingTimeInterval(seconds)
        return try await fixture.administration.scheduleDeletion(of: id, at: due, by: fixture.caller(), actor: "admin")
    }

    // MARK: Tenants

    @Test func aTenantIsDeletedWithMoreAccountsThanATransactionDeletes() async throws {
        let (realm, start) = (Realm(project: .sample, tenant: "tenant-1"), fixture.clock.now())
        try await fixture.store.write { transaction in
            try transaction.insert(Tenant(id: realm.tenant, project: realm.project, displayName: "Tenant", createdAt: start))
            for number in 0..<120 { try transaction.insert(Account.sample(AccountID(rawValue: "user-\(number)"), in: realm)) }
            try transaction.insert(Account.sample("user-1"))
        }
        let tenants = TenantAdministration(store: fixture.store, now: fixture.clock.now, random: fixture.random)
        try await tenants.delete(realm, by: .command)
        let left = try await fixture.store.read { view in
            (try view.tenant(realm.tenant, of: realm.project), try view.accounts(in: realm, after: nil, limit: 9).count)
        }
        #expect(left.0 == nil && left.1 == 0)
        #expect(try await exists("user-1"))
        #expect(try await fixture.store.read { try $0.erasures(limit: 500).count } == 120, "the data of each account is removed too")
        await #expect(throws: TenantNotFound.self) { try await tenants.delete(realm, by: .command) }
    }

    // MARK: Later deletions

    @Test func anAccountIsDisabledAndThenDeleted() async throws {
        let tokens = try await fixture.newUser()
        let id = tokens.account.id
        #expect(try await schedule(id).disabled)
        let refused = await refusal { try await fixture.signIn() }
        #expect(refused == "USER_DISABLED")
        fixture.clock.advance(bySeconds: 99)
        #expect(try await scheduled.deleteDue() == 0)
        #expect(try await exists(id))
        fixture.clock.advance(bySeconds: 1)
        #expect(try await scheduled.deleteDue() == 1)
        #expect(try await !exists(id))
        let last = try #require(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 1) }.first)
        #expect(last.kind == .delete && last.actor == "scheduled deletion" && last.subject != id)
        #expect(try await fixture.store.read { try $0.erasures(limit: 9).map(\.account) } == [id], "its data is removed too")
        #expect(try await scheduled.deleteDue() == 0)
    }

    @Test func aCanceledDeletionDeletesNothing() async throws {
        let id = try await fixture.newUser().account.id
        _ = try await schedule(id)
        let kept = try await fixture.administration.cancelDeletion(of: id, by: fixture.caller(), actor: "admin")
        #expect(!kept.disabled)
        fixture.clock.advance(bySeconds: 200)
        #expect(try await scheduled.deleteDue() == 0)
        #expect(try await exists(id))
        await #expect(throws: ActRefusal.self) {
            try await fixture.administration.cancelDeletion(of: id, by: fixture.caller(), actor: "admin")
        }
    }

    @Test func anAccountThatWasDisabledBeforeStaysSo() async throws {
        try await fixture.store.write { transaction in
            var account = Account.sample("ada")
            account.disabled = true
            try transaction.insert(account)
        }
        _ = try await schedule("ada")
        _ = try await schedule("ada", afterSeconds: 50)
        #expect(try await fixture.administration.cancelDeletion(of: "ada", by: fixture.caller(), actor: "admin").disabled)
    }

    @Test func enablingAnAccountCancelsItsDeletion() async throws {
        let id = try await fixture.newUser().account.id
        _ = try await schedule(id)
        var revision = AccountRevision()
        revision.disabled = false
        _ = try await fixture.administration.update(id, revision, by: fixture.caller(), actor: "admin")
        fixture.clock.advance(bySeconds: 200)
        #expect(try await scheduled.deleteDue() == 0)
        #expect(try await exists(id))
    }

    @Test func manyAccountsAreDueAtOnce() async throws {
        for number in 0..<45 {
            let id = AccountID(rawValue: "u\(number)")
            try await fixture.store.write { try $0.insert(Account.sample(id)) }
            _ = try await schedule(id)
        }
        fixture.clock.advance(bySeconds: 200)
        #expect(try await scheduled.deleteDue() == 45)
    }

    // MARK: UIDs of deleted accounts

    @Test func aNewAccountWaitsForTheRemovalOfFormerData() async throws {
        try await fixture.store.write { try $0.insert(Account.sample("ada")) }
        try await fixture.administration.delete("ada", by: fixture.caller(), actor: "admin")
        var draft = AccountDraft()
        draft.id = "ada"
        let (administration, caller) = (fixture.administration, fixture.caller())
        let creation = Task { [draft] in try await administration.create(draft, by: caller, actor: "admin") }
        let removed = Mutex(false)
        let store = fixture.store
        let failed = try await Erasures(store: store) { _, _ in
            let known = try await store.read { try $0.account("ada", in: .sample) }
            #expect(known == nil)
            removed.withLock { $0 = true }
        }.finish()
        #expect(failed.isEmpty)
        #expect(try await creation.value.id == "ada")
        #expect(removed.withLock { $0 })
    }

    // MARK: Projects

    @Test func everythingOfAProjectGoesExceptItsEvents() async throws {
        let tokens = try await fixture.newUser()
        try await fixture.addTenant("tenant-a")
        let tenant = Realm(project: .sample, tenant: "tenant-a")
        try await fixture.store.write { transaction in
            for number in 0..<120 { try transaction.insert(Account.sample(AccountID(rawValue: "u\(number)"), in: tenant)) }
            _ = try transaction.beginRemoval(of: .sample, at: ManualClock.start)
        }
        let databases = Mutex<[ProjectID]>([])
        let removals = ProjectRemovals(store: fixture.store, now: fixture.clock.now, random: fixture.random) { project in
            databases.withLock { $0.append(project) }
        }
        #expect(try await removals.isAnyLeft)
        #expect(try await removals.end().isEmpty, "accounts are left")
        #expect(try await removals.removeContents().isEmpty)
        try await erase()
        #expect(try await removals.end() == [.sample])
        #expect(try await !removals.isAnyLeft)
        #expect(databases.withLock { $0 } == [.sample])
        let events = try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 99) }
        #expect(!events.isEmpty && !"\(events)".contains(tokens.account.id.rawValue))
        #expect(try await fixture.store.read { try $0.accountCount(of: .sample) } == 0)
    }

    @Test func aRemovalWhoseDatabasesFailIsTriedAgain() async throws {
        struct Full: Error {}
        _ = try await fixture.store.write { try $0.beginRemoval(of: .sample, at: ManualClock.start) }
        let failing = ProjectRemovals(store: fixture.store, now: fixture.clock.now) { _ in throw Full() }
        #expect(try await failing.removeContents().map(\.0) == [.sample])
        #expect(try await failing.isAnyLeft)
        #expect(try await ProjectRemovals(store: fixture.store, now: fixture.clock.now) { _ in }.removeContents().isEmpty)
    }

    @Test func eventsOfARemovedProjectFollowTheServersSetting() async throws {
        let start = ManualClock.start
        try await fixture.store.write { transaction in
            try transaction.append(
                AuthEvent(at: start.addingTimeInterval(-50 * 86_400), realm: .sample, kind: .configure, outcome: .allowed, reason: "old"))
            try transaction.append(AuthEvent(at: start, realm: .sample, kind: .configure, outcome: .allowed, reason: "new"))
            _ = try transaction.beginRemoval(of: .sample, at: start)
            while try transaction.removeRows(of: .sample, limit: 100) > 0 {}
            _ = try transaction.endRemoval(of: .sample, at: start)
        }
        let retention = EventRetention(store: fixture.store, standard: .seconds(30 * 86_400), now: fixture.clock.now)
        #expect(try await retention.deleteOldEvents() == 1)
        #expect(try await fixture.store.read { try $0.removedProjects().count } == 1)
        fixture.clock.advance(bySeconds: 31 * 86_400)
        #expect(try await retention.deleteOldEvents() == 1)
        #expect(try await fixture.store.read { try $0.removedProjects() } == [])
    }
}
