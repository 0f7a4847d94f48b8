import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let removals: [Case] = [
        Case("a project whose removal began is not found, and its id stays taken until the end") { store in
            try await store.begin(with: .sample("ada"), .sample("ada", in: .tenant), .sample("ada", in: .neighbour))
            let neighbour = Realm.neighbour.project
            try await store.write { transaction in
                try transaction.insert(APIKey(text: "key", project: .sample, createdAt: start))
                try transaction.insert(Tenant(id: "tenant-1", project: .sample, displayName: "", createdAt: start))
                try transaction.insert(SignInFlow.sample())
                try transaction.insert(SignInFlow.sample("other", in: .neighbour))
                try transaction.append(AuthEvent.sample("stays"))
                try transaction.append(
                    AuthEvent(at: start, realm: .sample, kind: .writeData, outcome: .allowed, reason: "save /users/ada in shop"))
                try transaction.append(AuthEvent(at: start, realm: .neighbour, kind: .writeData, outcome: .allowed, reason: "save /a in b"))
            }
            try expect(try await store.write { try $0.beginRemoval(of: "missing", at: start) }, is: false)
            let before = await store.configurationRevision
            try expect(try await store.write { try $0.beginRemoval(of: .sample, at: start) }, is: true)
            try expect(await store.configurationRevision > before, "cached projects are read again")
            try expect(try await store.write { try $0.beginRemoval(of: .sample, at: start) }, is: false)
            try expect(try await store.read { try $0.project(.sample) }, is: nil)
            try expect(try await store.read { try $0.projects().map(\.id) }, is: [neighbour])
            try expect(try await store.read { try $0.removedProjects() }, is: [RemovedProject(id: .sample, removedAt: start)])
            try await expectConflict(.project) { try await store.once { try $0.insert(Project.sample()) } }
            try expect(try await store.write { try $0.endRemoval(of: .sample, at: start) }, is: false)
            try expect(try await store.read { try $0.accountCount(of: .sample) }, is: 2)
            let found = try await store.read { try $0.accountReferences(of: .sample, limit: 9) }
            try expect(Set(found), is: [AccountReference("ada", in: .sample), AccountReference("ada", in: .tenant)])
            try expect(try await store.read { try $0.accountReferences(of: .sample, limit: 1).count }, is: 1)
            try expect(try await store.write { try $0.removeRows(of: .sample, limit: 1) }, is: 1)
            while try await store.write({ try $0.removeRows(of: .sample, limit: 2) }) > 0 {}
            try expect(try await store.read { try $0.apiKey("key") }, is: nil)
            try expect(try await store.read { try $0.flow(SignInFlow.sample().id) }, is: nil)
            try expectSome(try await store.read { try $0.flow(SignInFlow.sample("other").id) })
            try expect(try await store.write { try $0.removeWritePaths(of: .sample, limit: 9) }, is: 1)
            try expect(try await store.write { try $0.removeWritePaths(of: .sample, limit: 9) }, is: 0)
            for account in found { _ = try await store.write { try $0.deleteAccount(account.id, in: account.realm) } }
            try expect(try await store.write { try $0.endRemoval(of: .sample, at: start.later(1)) }, is: true)
            try expect(try await store.write { try $0.endRemoval(of: .sample, at: start) }, is: false)
            try expect(
                try await store.read { try $0.removedProjects() },
                is: [RemovedProject(id: .sample, removedAt: start, finishedAt: start.later(1))])
            try expect(try await store.read { try $0.events(of: .sample, subject: nil, limit: 9).map(\.reason) }, is: [nil, "stays"])
            try expect(try await store.read { try $0.events(of: neighbour, subject: nil, limit: 9).map(\.reason) }, is: ["save /a in b"])
            try expectSome(try await store.account("ada", in: .neighbour))
            try await store.once { try $0.insert(Project.sample()) }
            try expectSome(try await store.read { try $0.project(.sample) })
        },
        Case("the removal of a project waits for the work after deletions, and is forgotten with its last event") { store in
            try await store.begin()
            try await store.write { transaction in
                try transaction.append(AuthEvent.sample("old"))
                try transaction.insert(AccountErasure(pseudonym: "deleted-1", account: "ada", realm: .tenant, deletedAt: start))
                _ = try transaction.beginRemoval(of: .sample, at: start)
            }
            try expect(try await store.write { try $0.endRemoval(of: .sample, at: start) }, is: false)
            _ = try await store.write { try $0.deleteErasure("deleted-1") }
            try await store.write { try $0.forgetRemovedProject(.sample) }
            try expect(try await store.read { try $0.removedProjects().count }, is: 1)
            try expect(try await store.write { try $0.endRemoval(of: .sample, at: start) }, is: true)
            try await store.write { try $0.forgetRemovedProject(.sample) }
            try expect(try await store.read { try $0.removedProjects().count }, is: 1)
            _ = try await store.write { try $0.deleteEvents(of: .sample, before: start.later(1), limit: 9) }
            try await store.write { try $0.forgetRemovedProject(.sample) }
            try expect(try await store.read { try $0.removedProjects() }, is: [])
        },
        Case("a uid is taken in its project until the work after the deletion of its account is done") { store in
            try await store.begin()
            try await store.write { transaction in
                try transaction.insert(AccountErasure(pseudonym: "deleted-1", account: "ada", realm: .sample, deletedAt: start))
            }
            for realm in [Realm.sample, .tenant] {
                try await expectConflict(.account) { try await store.once { try $0.insert(Account.sample("ada", in: realm)) } }
            }
            try await store.once { try $0.insert(Account.sample("ada", in: .neighbour)) }
            try await store.once { try $0.insert(Account.sample("bob")) }
            try expect(try await store.read { try $0.hasErasures(in: .sample) }, is: true)
            try expect(try await store.read { try $0.hasErasures(in: Realm.neighbour.project) }, is: false)
            _ = try await store.write { try $0.deleteErasure("deleted-1") }
            try await store.once { try $0.insert(Account.sample("ada")) }
        },
        Case("a scheduled deletion is found when it is due, replaced, canceled, and ends with its account") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            @Sendable func deletion(_ id: AccountID, in realm: Realm = .sample, at seconds: Int, was: Bool = false) -> ScheduledDeletion {
                ScheduledDeletion(of: AccountReference(id, in: realm), dueAt: start.later(seconds), wasDisabled: was)
            }
            try await store.write { transaction in
                try transaction.save(deletion("bob", at: 5))
                try transaction.save(deletion("ada", at: 9))
                try transaction.save(deletion("ada", in: .tenant, at: 3))
                try transaction.save(deletion("ada", at: 4, was: true))
            }
            try expect(try await store.read { try $0.scheduledDeletion(of: "ada", in: .sample) }, is: deletion("ada", at: 4, was: true))
            try expect(
                try await store.read { try $0.scheduledDeletions(dueBy: start.later(5), limit: 2) },
                is: [deletion("ada", in: .tenant, at: 3), deletion("ada", at: 4, was: true)])
            try expect(try await store.read { try $0.scheduledDeletions(dueBy: start.later(2), limit: 9) }, is: [])
            try expect(try await store.write { try $0.cancelDeletion(of: "bob", in: .sample) }, is: true)
            try expect(try await store.write { try $0.cancelDeletion(of: "bob", in: .sample) }, is: false)
            _ = try await store.write { try $0.deleteAccount("ada", in: .sample) }
            try await store.once { try $0.insert(Account.sample("ada")) }
            try expect(try await store.read { try $0.scheduledDeletion(of: "ada", in: .sample) }, is: nil)
            try expect(try await store.read { try $0.scheduledDeletions(dueBy: start.later(9), limit: 9).count }, is: 1)
            try await expectConflict(.account) { try await store.once { try $0.save(deletion("missing", at: 1)) } }
        },
    ]
}
