import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let accountLists: [Case] = [
        Case("accounts are listed in every order, both ways, a part at a time, and counted") { store in
            try await store.begin()
            // Each order gives a different result; equal accounts are sorted by UID.
            let accounts = [
                listed("a", email: nil, name: "Zoe", created: 3, signedIn: 1), listed("b", email: "m", name: nil, created: 1, signedIn: 4),
                listed("c", email: "k", name: "Ada", created: 2, signedIn: 2),
                listed("d", email: "z", name: "Ada", created: 2, signedIn: 3),
            ]
            try await store.write { transaction in
                for account in accounts.reversed() { try transaction.insert(account) }
                try transaction.insert(Account.sample("t", in: .tenant))
                try transaction.insert(Account.sample("n", in: .neighbour))
            }
            let orders: [(AccountOrder, String)] = [
                (.id, "abcd"), (.displayName, "bcda"), (.createdAt, "bcda"), (.lastSignInAt, "acdb"), (.email, "acbd"),
            ]
            func uids(_ order: AccountOrder, _ descending: Bool, _ offset: Int, _ limit: Int) async throws -> String {
                try await store.read {
                    try $0.accounts(in: .sample, by: order, descending: descending, offset: offset, limit: limit).map(\.id.rawValue)
                        .joined()
                }
            }
            for (order, expected) in orders {
                try expect(try await uids(order, false, 0, 9), is: expected)
                try expect(try await uids(order, true, 0, 9), is: String(expected.reversed()))
                try expect(try await uids(order, false, 1, 2), is: String(expected.dropFirst().prefix(2)))
                try expect(try await uids(order, false, 4, 2), is: "")
            }
            try expect(try await store.read { try $0.accountCount(in: .sample) }, is: 4)
            try expect(try await store.read { try $0.accountCount(in: .tenant) }, is: 1)
        },
        Case("the newest accounts come first, a part at a time") { store in
            try await store.begin()
            try await store.write { transaction in
                for (id, created) in [("a", 3), ("b", 1), ("c", 2), ("d", 2)] {
                    try transaction.insert(listed(AccountID(rawValue: id), email: nil, name: nil, created: created, signedIn: 0))
                }
                try transaction.insert(Account.sample("n", in: .neighbour))
            }
            func uids(_ last: AccountPlace?, _ limit: Int, examining examined: Int = 9) async throws -> (String, AccountPlace?) {
                let part = try await store.read {
                    try $0.newestAccounts(in: .sample, matching: AccountFilter(), after: last, limit: limit, examining: examined)
                }
                return (part.accounts.map(\.id.rawValue).joined(), part.next)
            }
            func place(_ id: AccountID, _ created: Int) -> AccountPlace { AccountPlace(createdAt: start.later(created), id: id) }
            for (last, limit, expected, next) in [
                (nil, 9, "adcb", nil), (nil, 4, "adcb", nil), (nil, 2, "ad", place("d", 2)), (place("d", 2), 9, "cb", nil),
                (place("b", 1), 9, "", nil),
            ] as [(AccountPlace?, Int, String, AccountPlace?)] {
                let found = try await uids(last, limit)
                try expect(found.0, is: expected)
                try expect(found.1, is: next)
            }
        },
        Case("accounts of a kind are found among those that are looked at, and the rest behind them") { store in
            try await store.begin()
            var accounts = (0..<6).map { listed(AccountID(rawValue: "\($0)"), email: "m\($0)", name: nil, created: $0, signedIn: 0) }
            accounts[0].disabled = true
            accounts[1].identities = [.sample("1")]
            accounts[2].email = nil
            accounts[3].phoneNumber = "+15555550100"
            accounts[4].emailVerified = true
            accounts[5].password = PasswordHash(hash: [1], salt: [2], parameters: .firebase)
            let made = accounts
            try await store.write { transaction in for account in made { try transaction.insert(account) } }
            func uids(_ filter: AccountFilter, after last: AccountPlace? = nil, examining examined: Int) async throws -> (
                String, AccountPlace?
            ) {
                let part = try await store.read {
                    try $0.newestAccounts(in: .sample, matching: filter, after: last, limit: 2, examining: examined)
                }
                return (part.accounts.map(\.id.rawValue).joined(), part.next)
            }
            for (filter, expected) in [
                (AccountFilter(state: .disabled), "0"), (AccountFilter(method: made[1].identities[0].key.provider), "1"),
                (AccountFilter(method: .anonymous), "2"), (AccountFilter(method: .phone), "3"), (AccountFilter(method: .password), "5"),
                (AccountFilter(method: .phone, state: .disabled), ""), (AccountFilter(state: .protected), ""),
                (AccountFilter(method: .passkey), ""), (AccountFilter(method: "other.example"), ""),
                (AccountFilter(method: .emailLink), ""), (AccountFilter(method: .custom), ""),
            ] {
                let found = try await uids(filter, examining: 9)
                try expect(found.0, is: expected)
                try expect(found.1, is: nil)
            }
            let unverified = try await uids(AccountFilter(state: .unverified), examining: 9)
            try expect(unverified.0, is: "53")
            try expect(unverified.1?.id, is: "3")
            // Three accounts are examined, and none of them matches.
            let none = try await uids(AccountFilter(state: .disabled), examining: 3)
            try expect(none.0, is: "")
            let rest = try await uids(AccountFilter(state: .disabled), after: none.1, examining: 3)
            try expect(rest.0, is: "0")
        },
        Case("accounts are found by the beginning of an address or a number") { store in
            try await store.begin()
            var caller = listed("c", email: nil, name: nil, created: 1, signedIn: 0)
            caller.phoneNumber = "+15555550100"
            let phone = caller
            try await store.write { transaction in
                for (id, email) in [("a", "ada"), ("b", "adam"), ("x", "bob")] {
                    try transaction.insert(listed(AccountID(rawValue: id), email: email, name: nil, created: 1, signedIn: 0))
                }
                try transaction.insert(phone)
                try transaction.insert(Account.sample("n", in: .neighbour))
            }
            for (text, expected) in [
                ("ada", "ab"), ("ADAM", "b"), ("ada@", "a"), ("+1555", "c"), ("%", ""), ("_", ""), ("", ""), ("zoe", ""),
            ] {
                let found = try await store.read { try $0.accounts(in: .sample, beginningWith: text, limit: 9).map(\.id.rawValue) }
                try expect(found.sorted().joined(), is: expected)
            }
            try expect(try await store.read { try $0.accounts(in: .sample, beginningWith: "a", limit: 1).map(\.id) }, is: ["a"])
        },
        Case("accounts are found by the beginning of their name, and of its rest after the first space") { store in
            try await store.begin()
            let names = [
                "a": "Ada Lovelace", "b": "ada", "c": "Émile Zola", "d": "King Love", "e": String(repeating: "x", count: 1024),
                "f": "O'Neil 100%",
            ]
            try await store.write { transaction in
                for (id, name) in names {
                    try transaction.insert(listed(AccountID(rawValue: id), email: nil, name: name, created: 1, signedIn: 0))
                }
                try transaction.insert(listed("g", email: "ada", name: nil, created: 1, signedIn: 0))
                var other = Account.sample("n", in: .neighbour)
                other.displayName = "Ada"
                try transaction.insert(other)
            }
            for (text, expected) in [
                ("ada", "ab"), ("ADA L", "a"), ("love", "ad"), ("lace", ""), ("émile", "c"), ("Émile", "c"), ("zo", "c"), ("%", ""),
                ("100%", "f"),
                ("", ""), (String(repeating: "X", count: 100), "e"), ("o'neil", "f"), ("\u{10FFFF}", ""),
            ] {
                let found = try await store.read { try $0.accounts(in: .sample, named: text, limit: 9).map(\.id.rawValue) }
                try expect(found.sorted().joined(), is: expected)
            }
            try expect(try await store.read { try $0.accounts(in: .sample, named: "a", limit: 1).count }, is: 1)
            try expect(
                try await store.read { try $0.accounts(in: .sample, named: "Ada L", limit: 9) }.map(\.displayName), is: ["Ada Lovelace"])
        },
        Case("an account of a list has its identities") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]), .sample("bob", identities: [.sample("2")]))
            let found = try await store.read { try $0.accounts(in: .sample, by: .createdAt, descending: true, offset: 0, limit: 9) }
            try expect(found.map { $0.identities.map(\.key.rawID) }, is: [["2"], ["1"]])
        },
    ]
}

private func listed(_ id: AccountID, email: String?, name: String?, created: Int, signedIn: Int) -> Account {
    var account = Account(
        id: id, realm: .sample, email: email.flatMap { EmailAddress("\($0)@example.org") }, displayName: name,
        createdAt: start.later(created))
    account.lastSignInAt = start.later(signedIn)
    return account
}
