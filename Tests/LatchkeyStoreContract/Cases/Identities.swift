import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let identities: [Case] = [
        Case("a linked identity leads to its account, in its realm only") { store in
            let ada = Account.sample("ada", identities: [.sample("1")])
            let tina = Account.sample("tina", in: .tenant, identities: [.sample("1")])
            let nina = Account.sample("nina", in: .neighbour, identities: [.sample("1")])
            try await store.begin(with: ada, tina, nina)
            let key = Identity.sample("1").key
            for account in [ada, tina, nina] {
                try expect(try await store.read { try $0.account(linkedTo: key, in: account.realm) }, is: account)
            }
            for other in [Identity.sample("2"), .sample("1", provider: .twitter), .sample("1", origin: "https://github.example")] {
                try expect(try await store.read { try $0.account(linkedTo: other.key, in: .sample) }, is: nil)
            }
        },
        Case("identities stand in the order in which they were linked") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1", provider: "c.example")]))
            for (offset, provider) in (["b.example", "a.example", "d.example"] as [ProviderID]).enumerated() {
                let identity = Identity.sample("1", provider: provider, linkedAt: start.later(offset))
                try await store.once { try $0.link(identity, to: "ada", in: .sample) }
            }
            let providers = try await store.account("ada")?.identities.map(\.key.provider.rawValue)
            try expect(providers, is: ["c.example", "b.example", "a.example", "d.example"])
        },
        Case("linking replaces the account's identity of the same provider and no other") { store in
            let twitter = Identity.sample("1", provider: .twitter)
            try await store.begin(with: .sample("ada", identities: [twitter, .sample("1")]), .sample("bob", identities: [.sample("9")]))
            let new = Identity.sample("2", origin: "https://github.example", email: "new@example.org", linkedAt: start.later(5))
            try await store.once { try $0.link(new, to: "ada", in: .sample) }
            try expect(try await store.account("ada")?.identities, is: [twitter, new])
            try expect(try await store.read { try $0.account(linkedTo: Identity.sample("1").key, in: .sample) }, is: nil)
            try expect(try await store.read { try $0.account(linkedTo: new.key, in: .sample)?.id }, is: "ada")
            try expect(try await store.account("bob")?.identities, is: [.sample("9")])
        },
        Case("linking the same identity again refreshes it") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]))
            let again = Identity.sample("1", email: "new@example.org", linkedAt: start.later(5))
            try await store.once { try $0.link(again, to: "ada", in: .sample) }
            try expect(try await store.account("ada")?.identities, is: [again])
        },
        Case("updating an identity takes over what the provider says, and keeps its date and its account") { store in
            try await store.begin(
                with: .sample("ada", identities: [.sample("1", email: "old@example.org")]),
                .sample("tina", in: .tenant, identities: [.sample("1")]))
            let key = Identity.sample("1").key
            let said = Identity(
                key: key, email: EmailAddress("new@example.org"), addressVerifiedByProvider: true, displayName: "New",
                screenName: "new", photoURL: "https://example.org/new", linkedAt: start.later(99))
            try await store.once { try $0.update(said, in: .sample) }
            let expected = Identity(
                key: key, email: said.email, addressVerifiedByProvider: true, displayName: "New", screenName: "new",
                photoURL: "https://example.org/new", linkedAt: start)
            try expect(try await store.account("ada")?.identities, is: [expected])
            try expect(try await store.account("tina", in: .tenant)?.identities, is: [.sample("1")])
            try await store.once { try $0.update(Identity.sample("1"), in: .sample) }
            try expect(try await store.account("ada")?.identities, is: [.sample("1")])
        },
        Case("unlinking tells whether there was something to unlink, and frees the identity") { store in
            let twitter = Identity.sample("1", provider: .twitter)
            try await store.begin(with: .sample("ada", identities: [twitter, .sample("1")]), .sample("bob"))
            try expect(try await store.write { try $0.unlink(.github, from: "ada", in: .tenant) }, is: false)
            try expect(try await store.write { try $0.unlink(.github, from: "bob", in: .sample) }, is: false)
            try expect(try await store.write { try $0.unlink(.github, from: "ada", in: .sample) }, is: true)
            try expect(try await store.write { try $0.unlink(.github, from: "ada", in: .sample) }, is: false)
            try expect(try await store.account("ada")?.identities, is: [twitter])
            try await store.once { try $0.link(.sample("1"), to: "bob", in: .sample) }
        },
        Case("accounts are found by the addresses of their identities, in order, in their realm, at most a hundred") { store in
            try await store.begin(
                with: .sample("tina", in: .tenant, identities: [.sample("x", email: "ada@example.org")]),
                .sample("other", email: "ada@example.org", identities: [.sample("y", email: "other@example.org")]))
            let owners = (100..<203).map { number in
                Account.sample(
                    AccountID(rawValue: "a\(number)"),
                    identities: [
                        .sample("g\(number)", email: "ada@example.org"),
                        .sample("t\(number)", provider: .twitter, email: "ada@example.org"),
                    ])
            }
            try await store.write { transaction in
                for account in owners.reversed() { try transaction.insert(account) }
            }
            let address = try expectSome(EmailAddress("ada@example.org"))
            let found = try await store.read { try $0.accounts(withIdentityEmail: address, in: .sample) }
            try expect(found, is: Array(owners.prefix(100)))
            let inTenant = try await store.read { try $0.accounts(withIdentityEmail: address, in: .tenant) }
            try expect(inTenant.map(\.id), is: ["tina"])
            try expect(try await store.read { try $0.accounts(withIdentityEmail: address, in: .neighbour) }, is: [])
        },
        Case("identities under other origins are counted in their own realm") { store in
            let here = "https://api.github.com"
            func account(_ id: AccountID, in realm: Realm = .sample, origin: String) -> Account {
                .sample(id, in: realm, identities: [.sample(id.rawValue, origin: origin), .sample(id.rawValue, provider: .twitter)])
            }
            try await store.begin(
                with: account("a", origin: here), account("b", origin: "https://a.example"), account("c", origin: "https://z.example"),
                account("d", in: .tenant, origin: "https://z.example"), account("e", in: .neighbour, origin: "https://z.example"))
            func count(_ provider: ProviderID, _ origin: String) async throws -> Int {
                try await store.read { try $0.identityCount(of: provider, in: .sample, outsideOrigin: origin) }
            }
            try expect(try await count(.github, here), is: 2)
            try expect(try await count(.github, "https://z.example"), is: 2)
            try expect(try await count(.twitter, "https://api.twitter.com"), is: 0)
            try expect(try await count("unknown.example", here), is: 0)
        },
    ]

    static let identityConstraints: [Case] = [
        Case("an identity is linked to one account of a realm; the loser is unchanged") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]), .sample("bob", identities: [.sample("2")]))
            try await expectConflict(.identity) {
                try await store.once { try $0.insert(Account.sample("late", identities: [.sample("1")])) }
            }
            try await expectConflict(.identity) { try await store.once { try $0.link(.sample("1"), to: "bob", in: .sample) } }
            try expect(try await store.account("bob")?.identities, is: [.sample("2")])
            try expect(try await store.account("late"), is: nil)
        },
        Case("an account has one identity of a provider") { store in
            try await store.begin()
            let greedy = Account.sample("ada", identities: [.sample("1"), .sample("2")])
            try await expectConflict(.provider) { try await store.once { try $0.insert(greedy) } }
            try expect(try await store.account("ada"), is: nil)
        },
        Case("an identity is linked to an account that exists, and updated only where it is linked") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]))
            try await expectConflict(.account) { try await store.once { try $0.link(.sample("2"), to: "missing", in: .sample) } }
            try await expectConflict(.account) { try await store.once { try $0.link(.sample("2"), to: "ada", in: .tenant) } }
            try await expectConflict(.identity) { try await store.once { try $0.update(Identity.sample("2"), in: .sample) } }
            try await expectConflict(.identity) { try await store.once { try $0.update(Identity.sample("1"), in: .tenant) } }
        },
        Case("of fifty accounts that link one identity at once, one succeeds") { store in
            try await store.begin()
            let linked = try await concurrently(50) { number in
                let id = AccountID(rawValue: "a\(number)")
                do {
                    try await store.write { transaction in
                        try transaction.insert(Account.sample(id))
                        try transaction.link(.sample("1"), to: id, in: .sample)
                    }
                    return true
                } catch let conflict as StoreConflict where conflict.subject == .identity {
                    return false
                }
            }
            try expect(linked.count { $0 }, is: 1)
        },
    ]
}
