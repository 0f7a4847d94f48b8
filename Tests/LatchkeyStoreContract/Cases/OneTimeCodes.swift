import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let oneTimeCodes: [Case] = [
        Case("codes read back with every field, and need their project and their account") { store in
            try await store.begin(with: .sample("ada"))
            let code = OneTimeCode(
                id: Fingerprint(of: "whole"), realm: .sample, kind: .verifyAndChangeEmail, recipient: try address("new"),
                email: try address("old"), newEmail: try address("new"), account: "ada", secondFactor: "factor", createdAt: start.later(1),
                expiresAt: start.later(2))
            let bare = OneTimeCode.sample("bare", kind: OneTimeCode.Kind(rawValue: "OF_TOMORROW"), of: nil)
            try await store.write { transaction in
                try transaction.insert(code)
                try transaction.insert(bare)
            }
            try expect(try await store.read { try $0.oneTimeCode(code.id) }, is: code)
            try expect(try await store.read { try $0.oneTimeCode(bare.id) }, is: bare)
            try expect(try await store.read { try $0.oneTimeCode(Fingerprint(of: "missing")) }, is: nil)
            try await expectConflict(.other) { try await store.once { try $0.insert(OneTimeCode.sample("bare", of: nil)) } }
            try await expectConflict(.account) { try await store.once { try $0.insert(OneTimeCode.sample("x", of: "bob")) } }
            try await expectConflict(.project) {
                try await store.once { try $0.insert(OneTimeCode.sample("x", of: nil, in: Realm(project: "missing"))) }
            }
        },
        Case("a code is taken once, in its realm, before its end") { store in
            try await store.begin(with: .sample("ada"))
            let id = Fingerprint(of: "code")
            try await store.write { transaction in
                try transaction.insert(OneTimeCode.sample("code", expiresAt: start.later(10)))
                for realm in [Realm.tenant, .neighbour] {
                    try expect(try transaction.takeOneTimeCode(id, in: realm, at: start), is: nil)
                }
                try expect(try transaction.takeOneTimeCode(id, in: .sample, at: start.later(10)), is: nil)
                try expect(
                    try transaction.takeOneTimeCode(id, in: .sample, at: start.later(9)),
                    is: OneTimeCode.sample("code", expiresAt: start.later(10)))
                try expect(try transaction.takeOneTimeCode(id, in: .sample, at: start.later(9)), is: nil)
            }
        },
        Case("codes of one kind are removed, those of other accounts and earlier ones stay, and all go with the account") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.write { transaction in
                for time in [0, 5, 10] { try transaction.insert(OneTimeCode.sample("c\(time)", createdAt: start.later(time))) }
                try transaction.insert(OneTimeCode.sample("verify", kind: .verifyEmail))
                try transaction.insert(OneTimeCode.sample("bob", of: "bob"))
                let all = ["c0", "c5", "c10", "verify", "bob"]
                func left() throws -> [String] { try all.filter { try transaction.oneTimeCode(Fingerprint(of: $0)) != nil } }
                try transaction.removeOneTimeCodes(.passwordReset, of: "ada", in: .tenant, since: nil)
                try transaction.removeOneTimeCodes(.passwordReset, of: "ada", in: .sample, since: start.later(5))
                try expect(try left(), is: ["c0", "verify", "bob"])
                try transaction.removeOneTimeCodes(.passwordReset, of: "ada", in: .sample, since: nil)
                try expect(try left(), is: ["verify", "bob"])
                _ = try transaction.deleteAccount("ada", in: .sample)
                try expect(try left(), is: ["bob"])
            }
        },
        Case("disabling an account removes its codes, and only its") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.write { transaction in
                for name in ["ada", "bob"] { try transaction.insert(OneTimeCode.sample(name, of: AccountID(rawValue: name))) }
                var ada = Account.sample("ada")
                try transaction.update(ada)
                try expect(try transaction.oneTimeCode(Fingerprint(of: "ada")) != nil, is: true)
                ada.disabled = true
                try transaction.update(ada)
                try expect(try transaction.oneTimeCode(Fingerprint(of: "ada")), is: nil)
                try expect(try transaction.oneTimeCode(Fingerprint(of: "bob")) != nil, is: true)
            }
        },
        Case("a code that ended is remembered for a while, and removed after it") { store in
            try await store.begin(with: .sample("ada"))
            let end = start.later(10)
            try await store.write { transaction in
                try transaction.insert(OneTimeCode.sample("code", expiresAt: end))
                let forgotten = end.addingTimeInterval(OneTimeCode.rememberedSeconds)
                for (instant, isThere) in [(end, true), (forgotten.later(-1), true), (forgotten, false)] {
                    try transaction.removeExpired(at: instant)
                    try expect(try transaction.oneTimeCode(Fingerprint(of: "code")) != nil, is: isThere)
                }
            }
        },
    ]
}

private func address(_ name: String) throws -> EmailAddress {
    try expectSome(EmailAddress("\(name)@example.org"))
}

extension OneTimeCode {
    static func sample(
        _ id: String, kind: Kind = .passwordReset, of account: AccountID? = "ada", in realm: Realm = .sample, createdAt: Date = start,
        expiresAt: Date = start.later(600_000)
    ) -> OneTimeCode {
        guard let recipient = EmailAddress("\(account?.rawValue ?? "nobody")@example.org") else {
            preconditionFailure("uids of samples are names")
        }
        return OneTimeCode(
            id: Fingerprint(of: id), realm: realm, kind: kind, recipient: recipient, email: recipient, account: account,
            createdAt: createdAt, expiresAt: expiresAt)
    }
}
