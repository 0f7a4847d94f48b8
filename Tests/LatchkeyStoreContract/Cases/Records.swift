import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let events: [Case] = [
        Case("an event reads back with every field, and one with nothing but the necessary too") { store in
            try await store.begin()
            let full = AuthEvent(
                at: start, realm: .tenant, kind: .takeover, outcome: .confirmationNeeded, actor: "admin", subject: "nobody's uid",
                session: SessionID(rawValue: "s"), method: .github, reason: "EMAIL_EXISTS", address: "192.0.2.1")
            let bare = AuthEvent(at: start.later(-1), realm: .sample, kind: .init(rawValue: "new_kind"), outcome: .refused)
            try await store.write { transaction in
                try transaction.append(full)
                try transaction.append(bare)
            }
            try expect(try await store.read { try $0.events(of: .sample, subject: nil, limit: 9) }, is: [full, bare])
        },
        Case("events come newest first, of one project, up to the limit, of one account if it is named") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                for number in [3, 1, 2] {
                    try transaction.append(AuthEvent.sample("\(number)", at: start.later(number)))
                    try transaction.append(AuthEvent.sample("bob \(number)", subject: "bob", at: start.later(number)))
                }
                try transaction.append(AuthEvent.sample("3, later", at: start.later(3)))
                try transaction.append(AuthEvent.sample("elsewhere", in: .neighbour, at: start.later(9)))
                try transaction.append(AuthEvent.sample("nobody", subject: nil, at: start))
            }
            func reasons(_ subject: AccountID?, limit: Int = 99) async throws -> [String?] {
                try await store.read { try $0.events(of: .sample, subject: subject, limit: limit).map(\.reason) }
            }
            try expect(try await reasons("ada"), is: ["3, later", "3", "2", "1"])
            try expect(try await reasons("ada", limit: 2), is: ["3, later", "3"])
            try expect(try await reasons(nil), is: ["3, later", "bob 3", "3", "bob 2", "2", "bob 1", "1", "nobody"])
            try expect(try await reasons(nil, limit: 0), is: [])
            try expect(try await reasons("missing"), is: [])
        },
        Case("events are found by account, kind, outcome, tenant and age, and after a position") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                func append(_ kind: AuthEvent.Kind, _ outcome: AuthEvent.Outcome, _ subject: AccountID, _ realm: Realm, _ at: Int) throws {
                    try transaction.append(
                        AuthEvent(at: start.later(at), realm: realm, kind: kind, outcome: outcome, subject: subject, reason: "\(at)"))
                }
                try append(.signIn, .allowed, "ada", .sample, 1)
                try append(.signIn, .refused, "ada", .sample, 2)
                try append(.delete, .refused, "bob", .sample, 3)
                try append(.delete, .allowed, "ada", .tenant, 3)
                try append(.signIn, .refused, "ada", .neighbour, 4)
            }
            func count(_ edit: (inout EventFilter) -> Void) async throws -> Int {
                var wanted = EventFilter(project: .sample)
                edit(&wanted)
                let filter = wanted
                return try await store.read { try $0.events(filter, limit: 9).count }
            }
            try expect(try await count { _ in }, is: 4)
            try expect(try await count { $0.subject = "ada" }, is: 3)
            try expect(try await count { $0.kind = .signIn }, is: 2)
            try expect(try await count { $0.outcome = .refused }, is: 2)
            try expect(try await count { $0.tenant = TenantID.none }, is: 3)
            try expect(try await count { $0.since = start.later(2) }, is: 3)
            try expect(
                try await count {
                    $0.subject = "ada"
                    $0.kind = .signIn
                    $0.outcome = .refused
                    $0.since = start.later(2)
                }, is: 1)
            // Two events with the same time, so that a page can end between them.
            var filter = EventFilter(project: .sample)
            var pages: [String] = []
            for _ in 0..<5 {
                let page = try await store.read { [filter] in try $0.events(filter, limit: 1) }
                guard let last = page.last else { break }
                pages.append((last.event.subject?.rawValue ?? "") + (last.event.reason ?? ""))
                filter.before = last.position
            }
            try expect(pages, is: ["ada3", "bob3", "ada2", "ada1"])
        },
        Case("an event is of a project that exists") { store in
            try await store.begin()
            try await expectConflict(.project) {
                try await store.once { try $0.append(AuthEvent.sample("x", in: Realm(project: "missing"))) }
            }
        },
    ]

    static let signingKeys: [Case] = [
        Case("signing keys read back oldest first") { store in
            var retired = SigningKey.sample("c", createdAt: start.later(2))
            retired.publishedUntil = start.later(99)
            retired.cookiesUntil = start.later(199)
            let keys = [retired, SigningKey.sample("a", of: .sessionCookie, createdAt: start.later(1)), .sample("b", createdAt: start)]
            try await store.write { transaction in
                try expect(try transaction.signingKeys(), is: [])
                for key in keys { try transaction.insert(key) }
            }
            try expect(try await store.read { try $0.signingKeys() }, is: keys.reversed())
            try await expectConflict(.other) { try await store.once { try $0.insert(SigningKey.sample("a")) } }
        },
        Case("retiring ends every key but one; those that were retired before keep their end") { store in
            try await store.write { transaction in
                for (offset, id) in ["a", "b", "c"].enumerated() {
                    try transaction.insert(SigningKey.sample(id, createdAt: start.later(offset)))
                    try transaction.retireSigningKeys(except: id, publishedUntil: start.later(100 + offset))
                }
            }
            let ends = try await store.read { try $0.signingKeys().map(\.publishedUntil) }
            try expect(ends, is: [start.later(101), start.later(102), nil])
        },
        Case("some key always signs: the one that is to stay has to be there and not retired") { store in
            try await store.write { transaction in
                try transaction.insert(SigningKey.sample("a", createdAt: start))
                try transaction.insert(SigningKey.sample("b", createdAt: start.later(1)))
                try transaction.retireSigningKeys(except: "b", publishedUntil: start.later(100))
            }
            for id in ["a", "missing"] {
                try await expectConflict(.other) {
                    try await store.once { try $0.retireSigningKeys(except: id, publishedUntil: start.later(200)) }
                }
            }
            let ends = try await store.read { try $0.signingKeys().map(\.publishedUntil) }
            try expect(ends, is: [start.later(100), nil])
        },
        Case("a revoked key ends at once, but never the last one that signs") { store in
            try await store.write { transaction in
                try transaction.insert(SigningKey.sample("a", createdAt: start))
                try transaction.insert(SigningKey.sample("b", createdAt: start.later(1)))
                try transaction.retireSigningKeys(except: "b", publishedUntil: start.later(100))
                try expect(try transaction.revokeSigningKey("a", at: start.later(10)), is: true)
                try expect(try transaction.revokeSigningKey("a", at: start.later(20)), is: false)
                try expect(try transaction.revokeSigningKey("missing", at: start.later(20)), is: false)
            }
            try await expectConflict(.other) { try await store.once { _ = try $0.revokeSigningKey("b", at: start.later(30)) } }
            let ends = try await store.read { try $0.signingKeys().map(\.publishedUntil) }
            try expect(ends, is: [start.later(10), nil])
        },
        Case("keys of one purpose are retired and revoked without those of the other") { store in
            try await store.write { transaction in
                try transaction.insert(SigningKey.sample("a", createdAt: start))
                try transaction.insert(SigningKey.sample("b", of: .sessionCookie, createdAt: start.later(1)))
                try transaction.insert(SigningKey.sample("c", of: .sessionCookie, createdAt: start.later(2)))
                try transaction.retireSigningKeys(except: "c", publishedUntil: start.later(100))
            }
            try expect(try await store.read { try $0.signingKeys().map(\.publishedUntil) }, is: [nil, start.later(100), nil])
            for last in ["a", "c"] {
                try await expectConflict(.other) { try await store.once { _ = try $0.revokeSigningKey(last, at: start.later(30)) } }
            }
        },
        Case("a retired key that still verifies session cookies is revoked once") { store in
            var old = SigningKey.sample("a", createdAt: start)
            old.publishedUntil = start.later(10)
            old.cookiesUntil = start.later(100)
            try await store.write { [old] transaction in
                try transaction.insert(old)
                try transaction.insert(SigningKey.sample("b", createdAt: start.later(1)))
                try expect(try transaction.revokeSigningKey("a", at: start.later(20)), is: true)
                try expect(try transaction.revokeSigningKey("a", at: start.later(30)), is: false)
            }
            let key = try await store.read { try $0.signingKeys()[0] }
            try expect(key.publishedUntil, is: start.later(10))
            try expect(key.cookiesUntil, is: nil)
        },
    ]
}
