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
                    try $0.accounts(in: .sample, listed: AccountListQuery(place: last, limit: limit, examined: examined))
                }
                return (part.accounts.map(\.id.rawValue).joined(), part.next)
            }
            func place(_ id: AccountID, _ created: Int) -> AccountPlace { AccountPlace(key: .date(start.later(created)), id: id) }
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
                    try $0.accounts(in: .sample, listed: AccountListQuery(filter: filter, place: last, limit: 2, examined: examined))
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
        Case("accounts are listed by each column in both orders, forward and backward, and those without a value come last") { store in
            try await store.begin()
            let made = [
                listed("a", email: nil, name: "Zoe", created: 3, signedIn: 0), listed("b", email: "m", name: nil, created: 1, signedIn: 0),
                listed("c", email: "k", name: "ADA", created: 2, signedIn: 0),
                listed("d", email: "z", name: "ada", created: 2, signedIn: 0),
                listed("e", email: nil, name: nil, created: 2, signedIn: 0), listed("f", email: "c", name: "Adam", created: 4, signedIn: 0),
            ]
            try await store.write { transaction in
                for account in made.reversed() { try transaction.insert(account) }
                try transaction.insert(Account.sample("n", in: .neighbour))
                try transaction.insert(Account.sample("t", in: .tenant))
            }
            for (column, descending, expected) in [
                (.createdAt, false, "bcdeaf"), (.createdAt, true, "faedcb"), (.email, false, "fcbdae"), (.email, true, "dbcfea"),
                (.displayName, false, "cdfabe"), (.displayName, true, "afdceb"),
            ] as [(AccountColumn, Bool, String)] {
                for (limit, isBackward) in [(9, false), (9, true), (1, false), (1, true), (2, false), (4, true)] {
                    var (listed, pages): (String, Int) = ("", 0)
                    var place: AccountPlace?
                    repeat {
                        let query = AccountListQuery(
                            column: column, descending: descending, place: place, isBackward: isBackward, limit: limit)
                        let part = try await store.read { try $0.accounts(in: .sample, listed: query) }
                        let uids = part.accounts.map(\.id.rawValue).joined()
                        listed = isBackward ? uids + listed : listed + uids
                        (place, pages) = (part.next, pages + 1)
                    } while place != nil && pages < 9
                    try expect("\(column) \(listed)", is: "\(column) \(expected)")
                    try expect(pages, is: (made.count + limit - 1) / limit)
                }
                // A filter examines two accounts at a time, also where the values end.
                var (found, place, pages): (String, AccountPlace?, Int) = ("", nil, 0)
                repeat {
                    let query = AccountListQuery(
                        column: column, descending: descending, filter: AccountFilter(state: .unverified), place: place, limit: 1,
                        examined: 2)
                    let part = try await store.read { try $0.accounts(in: .sample, listed: query) }
                    found += part.accounts.map(\.id.rawValue).joined()
                    (place, pages) = (part.next, pages + 1)
                } while place != nil && pages < 9
                try expect(found, is: expected.filter { $0 != "a" && $0 != "e" })
            }
        },
        Case("accounts of many with the same name are listed from any position, and a position of another column is ignored") { store in
            try await store.begin()
            try await store.write { transaction in
                for id in ["a", "b", "c", "d"] {
                    try transaction.insert(listed(AccountID(rawValue: id), email: nil, name: "Ada", created: 1, signedIn: 0))
                }
            }
            func uids(_ key: AccountPlace.Key, _ id: AccountID, backward: Bool = false) async throws -> String {
                let query = AccountListQuery(
                    column: .displayName, descending: false, place: AccountPlace(key: key, id: id), isBackward: backward, limit: 9)
                return try await store.read { try $0.accounts(in: .sample, listed: query).accounts.map(\.id.rawValue).joined() }
            }
            try expect(try await uids(.text("ada"), "b"), is: "cd")
            try expect(try await uids(.text("ada"), "c", backward: true), is: "ab")
            try expect(try await uids(.text("ab"), "z"), is: "abcd")
            try expect(try await uids(.text("b"), ""), is: "")
            try expect(try await uids(.absent, ""), is: "")
            try expect(try await uids(.absent, "", backward: true), is: "abcd")
            try expect(try await uids(.date(start), "b"), is: "abcd")
        },
        Case("accounts are read by their uids together") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]), .sample("bob", identities: [.sample("2")]))
            try await store.write { try $0.insert(Account.sample("eve", in: .neighbour)) }
            func found(_ ids: [AccountID]) async throws -> [String] {
                let accounts = try await store.read { try $0.accounts(ids, in: .sample) }
                return accounts.map { $0.id.rawValue + $0.identities.map(\.key.rawID).joined() }.sorted()
            }
            try expect(try await found(["bob", "ada", "bob", "gone", "eve", ""]), is: ["ada1", "bob2"])
            try expect(try await found([]), is: [])
            let many = (0..<60).map { AccountID(rawValue: "user\($0)") }
            try await store.write { transaction in for id in many { try transaction.insert(Account.sample(id)) } }
            try expect(try await found(many).count, is: 60)
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
