import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let values: [Case] = [
        Case("texts come back byte by byte: quotes, NUL, line ends, every plane of Unicode") { store in
            let texts = [
                "", " ", "'", "\"; DROP TABLE account; --", "\\", "%_", "a\0b", "\0", "\r\n\t", "Zoë", "Zoe\u{308}", "日本語", "👩‍👩‍👧‍👦",
                "\u{202e}right to left", "\u{feff}", "\u{10ffff}", String(repeating: "x", count: 4096),
            ]
            let accounts = texts.enumerated().map { number, text in
                var account = Account.sample(AccountID(rawValue: "a\(number)"))
                account.displayName = text
                account.screenName = text
                return account
            }
            try await keep(accounts, in: store)
            for (account, text) in zip(accounts, texts) {
                let found = try expectSome(try await store.account(account.id))
                try expect(found, is: account)
                // String equality ignores differences in normalization; bytes do not.
                try expect(found.displayName.map { Array($0.utf8) }, is: Array(text.utf8))
            }
        },
        Case("ids that differ in case, form or behind a NUL are different ids") { store in
            try await store.begin()
            let rawIDs = ["1", "1\0", "1\0" + "0", "a", "A", "é", "e\u{301}", "1 ", "01"]
            try await store.write { transaction in
                for (number, rawID) in rawIDs.enumerated() {
                    try transaction.insert(Account.sample(AccountID(rawValue: "a\(number)"), identities: [.sample(rawID)]))
                }
            }
            for (number, rawID) in rawIDs.enumerated() {
                let owner = try await store.read { try $0.account(linkedTo: Identity.sample(rawID).key, in: .sample) }
                try expect(owner?.id.rawValue, is: "a\(number)")
            }
            for text in ["ada", "Ada", "ada\0"] {
                try await store.once { try $0.insert(Account.sample(AccountID(rawValue: text))) }
            }
            try expect(try await store.account("ada")?.id.rawValue, is: "ada")
        },
        Case("dates are restored to the millisecond in every year") { store in
            var instants: [Int64] = [-1, 0, 1, 999, 1000, 253_402_300_799_999]
            // 1970 to 2069, in irregular steps so that all fractions of a second occur.
            instants += (0..<300).map { $0 * 10_519_200_007 + $0 }
            let accounts = instants.enumerated().map { number, milliseconds in
                let instant = Date(millisecondsSince1970: milliseconds)
                return Account(
                    id: AccountID(rawValue: "a\(number)"), realm: .sample, createdAt: instant, lastRefreshAt: instant,
                    validSince: instant)
            }
            try await keep(accounts, in: store)
            for (account, milliseconds) in zip(accounts, instants) {
                let found = try expectSome(try await store.account(account.id))
                try expect(found.createdAt.millisecondsSince1970, is: milliseconds)
                try expect(found, is: account)
            }
        },
        Case("bytes come back as they were: none, zeros, all values") { store in
            let salts: [[UInt8]] = [[], [0], [0, 0, 0], Array(0...255)]
            let accounts = salts.enumerated().map { number, salt in
                var account = Account.sample(AccountID(rawValue: "a\(number)"))
                account.password = PasswordHash(hash: [0], salt: salt, parameters: .firebase)
                return account
            }
            try await keep(accounts, in: store)
            for account in accounts { try expect(try await store.account(account.id)?.password, is: account.password) }
        },
    ]
}

private func keep(_ accounts: [Account], in store: any AccountStore) async throws {
    try await store.begin()
    try await store.write { transaction in
        for account in accounts { try transaction.insert(account) }
    }
}
