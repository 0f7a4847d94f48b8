import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// What stays of events and accounts, and for how long.
@Suite struct PersonalDataTests {
    private let fixture: IdentityFixture

    init() async throws {
        fixture = try await IdentityFixture()
    }

    private func retention(_ standard: Duration?) -> EventRetention {
        EventRetention(store: fixture.store, standard: standard, now: fixture.clock.now)
    }

    private func append(_ count: Int, daysAgo days: Int, in project: ProjectID = .sample, subject: AccountID? = nil) async throws {
        let instant = fixture.clock.now().addingTimeInterval(Double(-days) * 86_400)
        try await fixture.store.write { transaction in
            for number in 0..<count {
                try transaction.append(
                    AuthEvent(
                        at: instant, realm: Realm(project: project), kind: .signIn, outcome: .allowed, subject: subject,
                        reason: "\(number)", address: "198.51.100.7"))
            }
        }
    }

    private func count(of project: ProjectID = .sample) async throws -> Int {
        try await fixture.store.read { try $0.events(EventFilter(project: project), limit: 10_000).count }
    }

    private func keep(days: Int) async throws {
        try await fixture.store.write { transaction in
            var project = try #require(try transaction.project(.sample))
            project.settings.keepEventsDays = days
            try transaction.update(project)
        }
    }

    // MARK: Old events

    @Test func allEventsStayWithoutASetting() async throws {
        try await append(3, daysAgo: 5000)
        #expect(try await retention(nil).deleteOldEvents() == 0)
        #expect(try await count() == 3)
    }

    @Test func oldEventsAreDeletedInSeveralTransactions() async throws {
        try await append(AccountErasure.batch * 2 + 1, daysAgo: 401)
        try await append(2, daysAgo: 399)
        let revision = await fixture.store.revision
        #expect(try await retention(.seconds(400 * 86_400)).deleteOldEvents() == AccountErasure.batch * 2 + 1)
        #expect(await fixture.store.revision >= revision + 3)
        #expect(try await count() == 2)
    }

    @Test(arguments: [(10, 1), (100, 2), (0, 1)])
    func theSettingOfAProjectComesFirst(_ days: Int, _ left: Int) async throws {
        try await append(1, daysAgo: 50)
        try await append(1, daysAgo: 5)
        try await keep(days: days)
        _ = try await retention(.seconds(30 * 86_400)).deleteOldEvents()
        #expect(try await count() == left)
    }

    @Test func theConsolesEventsAreDeletedToo() async throws {
        try await fixture.store.write { transaction in
            try transaction.insert(
                Project(
                    id: .console, displayName: "Console", passwordHashing: fixture.project.passwordHashing, createdAt: ManualClock.start))
        }
        try await append(1, daysAgo: 50, in: .console)
        #expect(try await retention(.seconds(30 * 86_400)).deleteOldEvents() == 1)
        #expect(try await count(of: .console) == 0)
    }

    // MARK: Deleted accounts

    private func text() async throws -> String {
        try await fixture.store.read { transaction in
            try transaction.events(EventFilter(project: .sample), limit: 10_000).map { "\($0.event)" }.joined(separator: "\n")
        }
    }

    @Test func aDeletedAccountIsInTheLogByAPseudonym() async throws {
        let tokens = try await fixture.newUser()
        let uid = tokens.account.id.rawValue
        _ = try await fixture.signIn()
        _ = await refusal { try await fixture.signIn("ada@example.org", "wrong") }
        #expect(try await text().contains(uid))
        try await fixture.removal.delete(try await fixture.holder(of: tokens))
        let events = try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 99) }
        let pseudonym = try #require(events.first?.subject)
        #expect(pseudonym.rawValue.hasPrefix("deleted-"))
        #expect(events.first?.kind == .delete && events.first?.actor == pseudonym.rawValue)
        #expect(events.count > 3 && events.allSatisfy { $0.subject == pseudonym && $0.address == nil && $0.session == nil })
        #expect(!(try await text().contains(uid)))
    }

    @Test func theAddressOfAnAdministratorStays() async throws {
        let id = try await fixture.newUser().account.id
        try await fixture.administration.delete(id, by: fixture.caller(from: "203.0.113.9"), actor: "service@example.org")
        let last = try #require(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 1) }.first)
        #expect(last.actor == "service@example.org" && last.address == "203.0.113.9" && last.subject != id)
        #expect(!(try await text().contains("192.0.2.1")))
    }

    @Test func pseudonymsDiffer() async throws {
        var seen: Set<AccountID> = []
        for number in 0..<3 {
            try await fixture.store.write { try $0.insert(Account.sample("ada")) }
            if number == 1 {
                _ = try await fixture.administration.delete(["ada"], force: true, by: fixture.caller(), actor: "a")
            } else {
                try await fixture.administration.delete("ada", by: fixture.caller(), actor: "a")
            }
            seen.insert(try #require(try await fixture.store.read { try $0.events(of: .sample, subject: nil, limit: 1) }.first?.subject))
            #expect(try await erasures(Removed()).finish().isEmpty)
        }
        #expect(seen.count == 3)
    }

    private func erasures(_ removed: Removed) -> Erasures {
        Erasures(store: fixture.store) { erasure, paths in try removed.add(erasure, paths) }
    }

    @Test func theRestOfALongHistoryFollowsLater() async throws {
        let id = try await fixture.newUser().account.id
        try await append(AccountErasure.batch * 2, daysAgo: 1, subject: id)
        try await fixture.administration.delete(id, by: fixture.caller(), actor: "admin")
        #expect(try await text().contains(id.rawValue))
        // An event of a later time is not of the deleted account.
        fixture.clock.advance(bySeconds: 1)
        try await append(1, daysAgo: 0, subject: id)
        let removed = Removed()
        #expect(try await erasures(removed).finish().isEmpty)
        #expect(removed.texts == ["sample-project \(id) /users/{UID}"])
        let left = try await fixture.store.read { try $0.events(of: .sample, subject: id, limit: 10_000) }
        #expect(left.count == 1)
        #expect(try await fixture.store.read { try $0.erasures(limit: 9) }.isEmpty)
        #expect(try await erasures(removed).finish().isEmpty && removed.texts.count == 1, "nothing is left to do")
    }

    @Test func failedWorkIsRepeatedAndDoesNotDelayOthers() async throws {
        for id in ["ada", "bob"] as [AccountID] {
            try await fixture.store.write { try $0.insert(Account.sample(id, email: nil)) }
            try await fixture.administration.delete(id, by: fixture.caller(), actor: "admin")
            fixture.clock.advance(bySeconds: 1)
        }
        let removed = Removed(failing: "ada")
        let failed = try await erasures(removed).finish()
        #expect(failed.map(\.0.account) == ["ada"])
        #expect(removed.texts == ["sample-project bob /users/{UID}"])
        removed.stopFailing()
        #expect(try await erasures(removed).finish().isEmpty)
        #expect(removed.texts == ["sample-project bob /users/{UID}", "sample-project ada /users/{UID}"])
    }

    @Test func accountsOfADeletedTenantAreErasedToo() async throws {
        try await fixture.addTenant("tenant-a")
        let realm = Realm(project: .sample, tenant: "tenant-a")
        try await fixture.store.write { transaction in
            try transaction.insert(Account.sample("eve", in: realm))
            try transaction.append(
                AuthEvent(at: ManualClock.start, realm: realm, kind: .signUp, outcome: .allowed, subject: "eve", address: "192.0.2.1"))
        }
        let tenants = TenantAdministration(store: fixture.store, now: fixture.clock.now, random: fixture.random)
        try await tenants.delete(realm, by: .command)
        let removed = Removed()
        #expect(try await erasures(removed).finish().isEmpty)
        #expect(removed.texts == ["sample-project eve /users/{UID}"])
        let text = try await text()
        #expect(!text.contains("eve") && !text.contains("192.0.2.1"))
    }

    // MARK: Paths

    @Test(arguments: [
        "", "/", "/users", "{UID}s", "/users/x{UID}", "/users//{UID}", "/a.b/{UID}", "/a#/{UID}", "/$uid/{UID}", "/[a]/{UID}", "/{uid}/a",
        "/a,b/{UID}", "/a\u{7}/{UID}", "//{UID}", "/users/{UID}//", String(repeating: "/a", count: 40) + "/{UID}",
        String(repeating: "a", count: 800) + "/{UID}",
    ])
    func aPathNamesTheDataOfOneUser(_ text: String) {
        #expect(DataPath(text) == nil)
    }

    @Test func keysOfAPath() throws {
        #expect(try #require(DataPath("users/{UID}/")).text == "/users/{UID}")
        #expect(try #require(DataPath("/{UID}/x/{UID}")).keys(of: "ada") == ["ada", "x", "ada"])
        #expect(try #require(DataPath("/users/{UID}")).keys(of: "a/b") == ["users", "a/b"], "a slash is part of a key, which is not valid")
    }
}

private final class Removed: Sendable {
    private let found = Mutex<[String]>([])
    private let failing: Mutex<AccountID?>

    init(failing: AccountID? = nil) { self.failing = Mutex(failing) }

    var texts: [String] { found.withLock { $0 } }
    func stopFailing() { failing.withLock { $0 = nil } }

    func add(_ erasure: AccountErasure, _ paths: [DataPath]) throws {
        struct Unavailable: Error {}
        if failing.withLock({ $0 }) == erasure.account { throw Unavailable() }
        let text = "\(erasure.realm.project) \(erasure.account) \(paths.map(\.text).joined(separator: " "))"
        found.withLock { $0.append(text) }
    }
}
