import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    private static let erasure = AccountErasure(pseudonym: "deleted-1", account: "ada", realm: .sample, deletedAt: start.later(5))

    static let erasures: [Case] = [
        Case("the oldest events of one project are deleted, up to the limit, and stay in the counts") { store in
            try await store.begin()
            try await store.write { transaction in
                for number in [3, 1, 2, 4] { try transaction.append(AuthEvent.sample("\(number)", at: start.later(number))) }
                try transaction.append(AuthEvent.sample("elsewhere", in: .neighbour, at: start))
            }
            let last = try await store.read { try $0.events(EventFilter(project: .sample), limit: 1) }
            try expect(try await store.write { try $0.deleteEvents(of: .sample, before: start.later(4), limit: 2) }, is: 2)
            try expect(try await store.read { try $0.events(of: .sample, subject: nil, limit: 9).map(\.reason) }, is: ["4", "3"])
            try expect(try await store.write { try $0.deleteEvents(of: .sample, before: start.later(4), limit: 2) }, is: 1)
            try expect(try await store.write { try $0.deleteEvents(of: .sample, before: start.later(4), limit: 2) }, is: 0)
            try expect(try await store.read { try $0.events(EventFilter(project: .sample), limit: 9) }, is: last)
            try expect(try await store.read { try $0.events(of: Realm.neighbour.project, subject: nil, limit: 9).count }, is: 1)
            let counts = try await store.read { try $0.eventCounts(of: .sample, since: UTCDay(of: start)) }
            try expect(counts.reduce(0) { $0 + $1.count }, is: 4)
        },
        Case("a pseudonym replaces an account in its events, with its address, and only its own") { store in
            try await store.begin()
            @Sendable func event(_ subject: AccountID?, actor: String?, in realm: Realm = .sample, at seconds: Int) -> AuthEvent {
                AuthEvent(
                    at: start.later(seconds), realm: realm, kind: .update, outcome: .allowed, actor: actor, subject: subject,
                    session: SessionID(rawValue: "s"),
                    method: .password, reason: "R", address: "192.0.2.1")
            }
            let others = [
                event("bob", actor: nil, at: 1), event("ada", actor: nil, in: .tenant, at: 2),
                event("ada", actor: nil, in: .neighbour, at: 2),
                event(nil, actor: "admin", at: 3), event("ada", actor: nil, at: 9),
            ]
            try await store.write { transaction in
                for event in others { try transaction.append(event) }
                try transaction.append(event("ada", actor: nil, at: 1))
                try transaction.append(event("ada", actor: "ada", at: 2))
                try transaction.append(event("ada", actor: "admin", at: 5))
            }
            try expect(try await store.write { try $0.pseudonymizeEvents(of: erasure, limit: 2, evenLater: false) }, is: 2)
            try expect(
                try await store.read { try $0.events(of: .sample, subject: "deleted-1", limit: 9).map(\.actor) },
                is: ["admin", "deleted-1"])
            try expect(try await store.write { try $0.pseudonymizeEvents(of: erasure, limit: 2, evenLater: false) }, is: 1)
            let changed = try await store.read { try $0.events(of: .sample, subject: "deleted-1", limit: 9) }
            try expect(changed.map(\.actor), is: ["admin", "deleted-1", nil])
            try expect(changed.map(\.address), is: ["192.0.2.1", nil, nil])
            try expect(changed.compactMap(\.session), is: [])
            try expect(changed.map(\.reason), is: ["R", "R", "R"])
            let all = try await store.read { transaction in
                try [ProjectID.sample, Realm.neighbour.project].flatMap { try transaction.events(of: $0, subject: nil, limit: 99) }
            }
            for event in others { try expect(all.contains(event), "an event of another account is unchanged") }
            try expect(try await store.write { try $0.pseudonymizeEvents(of: erasure, limit: 9, evenLater: true) }, is: 1)
        },
        Case("a pseudonym replaces a uid in the paths of writes to its data, and in no other reason") { store in
            try await store.begin()
            let reasons = [
                "save /users/ada in shop", "delete /users/ada/\u{301}name in shop", "save /users/adam in shop", "save /posts/ada in shop",
                "save /old/users/ad in shop",
            ]
            try await store.write { transaction in
                for (number, reason) in reasons.enumerated() {
                    try transaction.append(
                        AuthEvent(
                            at: start.later(number), realm: .sample, kind: .writeData, outcome: .allowed, actor: "admin", reason: reason))
                }
                try transaction.append(
                    AuthEvent(at: start.later(9), realm: .sample, kind: .configure, outcome: .allowed, reason: reasons[0]))
                try transaction.append(
                    AuthEvent(at: start, realm: .neighbour, kind: .writeData, outcome: .allowed, reason: reasons[0]))
            }
            let path = DataPath.standard[0]
            try expect(try await store.write { try $0.pseudonymizeWrites(of: erasure, at: path, limit: 1) }, is: 1)
            try expect(try await store.write { try $0.pseudonymizeWrites(of: erasure, at: path, limit: 9) }, is: 1)
            try expect(try await store.write { try $0.pseudonymizeWrites(of: erasure, at: path, limit: 9) }, is: 0)
            let expected =
                ["save /users/deleted-1 in shop", "delete /users/deleted-1/\u{301}name in shop"] + reasons.dropFirst(2) + [reasons[0]]
            let changed = try await store.read { try $0.events(of: .sample, subject: nil, limit: 9) }
            try expect(changed.reversed().map(\.reason), is: expected)
            try expect(changed.last?.actor, is: "admin")
            try expect(
                try await store.read { try $0.events(of: Realm.neighbour.project, subject: nil, limit: 9).map(\.reason) }, is: [reasons[0]])
        },
        Case("the work after a deletion is kept until it is removed, the oldest first, even without the account and the project") { store in
            let second = AccountErasure(
                pseudonym: "deleted-0", account: "ada", realm: Realm(project: "gone", tenant: "tenant-1"), deletedAt: start.later(6))
            try await store.write { transaction in
                try transaction.insert(second)
                try transaction.insert(erasure)
            }
            try expect(try await store.read { try $0.erasures(limit: 9) }, is: [erasure, second])
            try expect(try await store.read { try $0.erasures(limit: 1) }, is: [erasure])
            try await expectConflict(.other) { try await store.once { try $0.insert(erasure) } }
            try expect(try await store.write { try $0.deleteErasure("deleted-1") }, is: true)
            try expect(try await store.write { try $0.deleteErasure("deleted-1") }, is: false)
            try expect(try await store.read { try $0.erasures(limit: 9) }, is: [second])
        },
    ]
}
