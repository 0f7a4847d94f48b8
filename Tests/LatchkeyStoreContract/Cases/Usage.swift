import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    private static let day = UTCDay(of: start)
    private static func on(_ days: Int, _ milliseconds: Int = 0) -> Int { days * Int(UTCDay.milliseconds) + milliseconds }

    static let usage: [Case] = [
        Case("all accounts of a project are counted, also those that were never used") { store in
            try await store.begin()
            var imported = Account.sample("imported")
            (imported.lastSignInAt, imported.lastRefreshAt) = (nil, nil)
            try await store.write { [imported] transaction in
                for account in [imported, .sample("ada"), .sample("tenant", in: .tenant), .sample("other", in: .neighbour)] {
                    try transaction.insert(account)
                }
            }
            try expect(try await store.read { try $0.countedAccounts(of: .sample) }, is: 3)
            try await store.once { _ = try $0.deleteAccount("imported", in: .sample) }
            try expect(try await store.read { try $0.countedAccounts(of: .sample) }, is: 2)
        },
        Case("events are counted by project, day, kind, outcome, method of what was allowed, and code of what was not") { store in
            try await store.begin()
            func event(
                _ kind: AuthEvent.Kind, _ outcome: AuthEvent.Outcome, _ method: ProviderID?, _ reason: String?, on days: Int = 0,
                in realm: Realm = .sample
            ) -> AuthEvent {
                AuthEvent(at: start.later(on(days)), realm: realm, kind: kind, outcome: outcome, method: method, reason: reason)
            }
            let events: [AuthEvent] = [
                event(.signIn, .allowed, .github, nil), event(.signIn, .allowed, .github, nil, in: .tenant),
                event(.signIn, .allowed, .github, "ignored"), event(.signIn, .allowed, nil, nil),
                event(.signIn, .refused, "anything at all", "INVALID_PASSWORD"), event(.signIn, .refused, .github, "INVALID_PASSWORD"),
                event(.signIn, .refused, nil, "what somebody wrote"), event(.link, .confirmationNeeded, .github, nil),
                event(.signIn, .allowed, .github, nil, on: 1), event(.signIn, .allowed, .github, nil, in: .neighbour),
            ]
            try await store.write { transaction in
                for event in events { try transaction.append(event) }
            }
            let counts = try await store.read { try $0.eventCounts(of: .sample, since: day) }
            try expect(
                counts,
                is: [
                    EventCount(day: day, kind: .link, outcome: .confirmationNeeded, count: 1),
                    EventCount(day: day, kind: .signIn, outcome: .allowed, count: 1),
                    EventCount(day: day, kind: .signIn, outcome: .allowed, method: .github, count: 3),
                    EventCount(day: day, kind: .signIn, outcome: .refused, reason: "INVALID_PASSWORD", count: 2),
                    EventCount(day: day, kind: .signIn, outcome: .refused, reason: "OTHER", count: 1),
                    EventCount(day: day.later(1), kind: .signIn, outcome: .allowed, method: .github, count: 1),
                ])
            let later = try await store.read { try $0.eventCounts(of: .sample, since: day.later(1)) }
            try expect(later, is: [counts[5]])
        },
        Case("an event of a transaction that failed is not counted") { store in
            try await store.begin()
            struct Stop: Error {}
            try? await store.write { transaction in
                try transaction.append(AuthEvent(at: start, realm: .sample, kind: .signIn, outcome: .allowed))
                throw Stop()
            }
            try expect(try await store.read { try $0.eventCounts(of: .sample, since: UTCDay(number: 0)) }, is: [])
        },
        Case("an account counts under the last day of its use, and as active on each") { store in
            var (ada, bob) = (Account.sample("ada"), Account.sample("bob"))
            ada.lastSignInAt = start
            bob.lastSignInAt = start
            // Eve has never signed in.
            try await store.begin(with: ada, bob, .sample("eve"))
            func activity() async throws -> [AccountActivity] { try await store.read { try $0.accountActivity(of: .sample) } }
            try expect(try await activity(), is: [AccountActivity(day: day, active: 2, latest: 2)])
            // A sign-in on the next day, and another one on the same day.
            for hour in [0, 3_600_000] {
                try await store.write { transaction in
                    guard var ada = try transaction.account("ada", in: .sample) else { return }
                    ada.lastSignInAt = start.later(on(1, hour))
                    try transaction.update(ada)
                }
            }
            let signedIn = [AccountActivity(day: day, active: 2, latest: 1), AccountActivity(day: day.later(1), active: 1, latest: 1)]
            try expect(try await activity(), is: signedIn)
            // A session refresh, days later.
            try await store.write { transaction in
                try transaction.insert(Session.sample("s", of: "bob"))
                try transaction.touch(SessionID(rawValue: "s"), at: start.later(on(3)))
                try transaction.touch(SessionID(rawValue: "s"), at: start.later(on(3, 5)))
            }
            try expect(
                try await activity(),
                is: [
                    AccountActivity(day: day, active: 2, latest: 0), AccountActivity(day: day.later(1), active: 1, latest: 1),
                    AccountActivity(day: day.later(3), active: 1, latest: 1),
                ])
            try await store.write { _ = try $0.deleteAccount("bob", in: .sample) }
            let left = try await activity()
            try expect(left.map(\.latest), is: [0, 1, 0])
            try expect(left.map(\.active), is: [2, 1, 1])
        },
        Case("what is stored takes room, and more of it more") { store in
            try await store.begin()
            let before = try await store.read { try $0.storedBytes(of: .sample) }
            try await store.write { transaction in
                for number in 0..<500 { try transaction.insert(Account.sample(AccountID(rawValue: "account \(number)"))) }
            }
            let after = try await store.read { try $0.storedBytes(of: .sample) }
            try expect(before.all > 0 && after.all > before.all && after.databases == 0, is: true)
        },
    ]
}
