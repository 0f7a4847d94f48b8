import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let sessions: [Case] = [
        Case("a session reads back by the fingerprint of its refresh token, with every field") { store in
            try await store.begin(with: .sample("ada", in: .tenant))
            let session = Session(
                id: SessionID(rawValue: "the session"), account: "ada", realm: .tenant, refreshToken: Fingerprint(of: "token"),
                generation: 3, createdAt: start.later(1), lastUsedAt: start.later(2), authenticatedAt: start.later(3),
                method: .twitter, secondFactor: UsedSecondFactor(.totp, id: "factor-1"), claims: #"{"level":3}"#,
                client: ClientDescription(app: "app", version: "1.2", address: "2001:db8::1", userAgent: "Agent/1"),
                endsAt: start.later(9), networks: ["192.0.2.0/24", "2001:db8:1::/64"])
            try await store.once { try $0.insert(session) }
            try expect(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "token")) }, is: session)
            try expect(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "other")) }, is: nil)
            try expect(try await store.read { try $0.session(SessionID(rawValue: "the session")) }, is: session)
            try expect(try await store.read { try $0.session(SessionID(rawValue: "another")) }, is: nil)
            try expect(try await store.read { try $0.sessions(of: "ada", in: .tenant) }, is: [session])
        },
        Case("an account and a session of any account are read together") { store in
            try await store.begin(with: .complete, .sample("ada", in: .tenant))
            let session = Session.sample("s", of: "ada", in: .tenant)
            try await store.once { try $0.insert(session) }

            func read(_ account: AccountID, in realm: Realm, and id: String) async throws -> (Account?, Session?) {
                try await store.read { try $0.account(account, in: realm, and: SessionID(rawValue: id)) }
            }
            let complete = try await read("complete", in: .sample, and: "s")
            try expect(complete.0, is: .complete)
            try expect(complete.1, is: session)
            let without = try await read("complete", in: .sample, and: "none")
            try expect(without.0, is: .complete)
            try expect(without.1, is: nil)
            try expect(try await read("ada", in: .tenant, and: "s").1, is: session)
            try expect(try await read("eve", in: .sample, and: "s").0, is: nil)
        },
        Case("an account's sessions come newest first, without those of other accounts") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            let sessions = [2, 0, 1].map { Session.sample("s\($0)", createdAt: start.later($0)) }
            try await store.write { transaction in
                for session in sessions { try transaction.insert(session) }
                try transaction.insert(Session.sample("of bob", of: "bob"))
                try transaction.insert(Session.sample("of the tenant", in: .tenant))
            }
            let found = try await store.read { try $0.sessions(of: "ada", in: .sample) }
            try expect(found.map(\.id.rawValue), is: ["s2", "s1", "s0"])
        },
        Case("touching a session moves its last use and its account's last refresh, and nothing when the session is gone") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            try await store.write { transaction in
                try transaction.insert(Session.sample("a"))
                try transaction.insert(Session.sample("b"))
                try transaction.touch(SessionID(rawValue: "a"), at: start.later(5))
                try transaction.touch(SessionID(rawValue: "missing"), at: start.later(5))
            }
            var touched = Session.sample("a")
            touched.lastUsedAt = start.later(5)
            try expect(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "a")) }, is: touched)
            try expect(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "b")) }, is: .sample("b"))
            try expect(try await store.read { try $0.account("ada", in: .sample)?.lastRefreshAt }, is: start.later(5))
            try expect(try await store.read { try $0.account("bob", in: .sample)?.lastRefreshAt }, is: nil)
            try expect(try await store.read { try $0.account("ada", in: .tenant)?.lastRefreshAt }, is: nil)
        },
        Case("the networks of a session are replaced, and nothing happens when the session is gone") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                try transaction.insert(Session.sample("a"))
                try transaction.insert(Session.sample("b"))
                try transaction.setNetworks(["192.0.2.0/24"], of: SessionID(rawValue: "a"))
                try transaction.setNetworks(["198.51.100.0/24", "2001:db8::/64"], of: SessionID(rawValue: "a"))
                try transaction.setNetworks(["192.0.2.0/24"], of: SessionID(rawValue: "missing"))
            }
            var changed = Session.sample("a")
            changed.networks = ["198.51.100.0/24", "2001:db8::/64"]
            try expect(try await store.read { try $0.session(SessionID(rawValue: "a")) }, is: changed)
            try expect(try await store.read { try $0.session(SessionID(rawValue: "b")) }, is: .sample("b"))
        },
        Case("deleting one session spares the others and says whether it was there") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                try transaction.insert(Session.sample("a"))
                try transaction.insert(Session.sample("b"))
            }
            try expect(try await store.write { try $0.deleteSession(SessionID(rawValue: "a")) }, is: true)
            try expect(try await store.write { try $0.deleteSession(SessionID(rawValue: "a")) }, is: false)
            try expect(try await store.read { try $0.sessions(of: "ada", in: .sample).map(\.id.rawValue) }, is: ["b"])
        },
        Case("deleting an account's sessions counts them, keeps the given one, and those of other accounts") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            try await store.write { transaction in
                for number in 0..<3 { try transaction.insert(Session.sample("s\(number)")) }
                try transaction.insert(Session.sample("of bob", of: "bob"))
                try transaction.insert(Session.sample("of the tenant", in: .tenant))
            }
            let kept = SessionID(rawValue: "s1")
            try expect(try await store.write { try $0.deleteSessions(of: "ada", in: .sample, except: kept) }, is: 2)
            try expect(try await store.read { try $0.sessions(of: "ada", in: .sample).map(\.id) }, is: [kept])
            try expect(try await store.write { try $0.deleteSessions(of: "ada", in: .sample, except: nil) }, is: 1)
            try expect(try await store.write { try $0.deleteSessions(of: "ada", in: .sample, except: nil) }, is: 0)
            try expectSome(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "of bob")) })
            try expectSome(try await store.read { try $0.session(withTokenKey: Fingerprint(of: "of the tenant")) })
        },
        Case("a session's id and refresh token are its own, and its account exists") { store in
            try await store.begin(with: .sample("ada"))
            try await store.once { try $0.insert(Session.sample("a")) }
            try await expectConflict(.other) {
                let sameID = Session(
                    id: SessionID(rawValue: "a"), account: "ada", realm: .sample, refreshToken: Fingerprint(of: "b"),
                    createdAt: start, method: .password)
                try await store.once { try $0.insert(sameID) }
            }
            try await expectConflict(.other) {
                let sameToken = Session(
                    id: SessionID(rawValue: "b"), account: "ada", realm: .sample, refreshToken: Fingerprint(of: "a"),
                    createdAt: start, method: .password)
                try await store.once { try $0.insert(sameToken) }
            }
            try await expectConflict(.account) { try await store.once { try $0.insert(Session.sample("c", of: "missing")) } }
            try await expectConflict(.account) { try await store.once { try $0.insert(Session.sample("c", in: .tenant)) } }
        },
    ]
}
