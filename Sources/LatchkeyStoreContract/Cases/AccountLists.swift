// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let accountLists: [Case] = [
        Case("accounts are listed in every order, both ways, a part at a time, and counted") { store in
            try await store.begin()
            // Every order is another one; those that are equal come by uid.
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
            func uids(_ last: AccountPlace?, _ limit: Int) async throws -> String {
                try await store.read { try $0.newestAccounts(in: .sample, after: last, limit: limit).map(\.id.rawValue).joined() }
            }
            try expect(try await uids(nil, 9), is: "adcb")
            try expect(try await uids(nil, 2), is: "ad")
            try expect(try await uids(AccountPlace(createdAt: start.later(2), id: "d"), 9), is: "cb")
            try expect(try await uids(AccountPlace(createdAt: start.later(1), id: "b"), 9), is: "")
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
