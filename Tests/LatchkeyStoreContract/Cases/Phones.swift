import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

private let number = PhoneNumber("+4915112345678")

extension StoreContract {
    static let phones: [Case] = [
        Case("an account is found by its number, in its realm, and a number belongs to one account") { store in
            let number = try expectSome(number)
            func account(_ id: AccountID, in realm: Realm = .sample) -> Account {
                var account = Account.sample(id, in: realm)
                account.phoneNumber = number.text
                return account
            }
            let (ada, tenants) = (account("ada"), account("bob", in: .tenant))
            try await store.begin(with: ada, tenants, .sample("eve"))
            try expect(try await store.read { try $0.account(withPhoneNumber: number, in: .sample)?.id }, is: "ada")
            try expect(try await store.read { try $0.account(withPhoneNumber: number, in: .tenant)?.id }, is: "bob")
            try expect(try await store.read { try $0.account(withPhoneNumber: number, in: .neighbour)?.id }, is: nil)
            let (eve, new) = (account("eve"), account("new"))
            try await expectConflict(.phoneNumber) { try await store.once { try $0.update(eve) } }
            try await expectConflict(.phoneNumber) { try await store.once { try $0.insert(new) } }
        },
        Case("a code allows so many tries, before its end, in its realm") { store in
            try await store.begin()
            let code = PhoneCode(
                id: Fingerprint(of: "session"), realm: .sample, phoneNumber: try expectSome(number), code: Fingerprint(of: "code"),
                triesLeft: 2, expiresAt: start.later(600_000))
            try await store.write { transaction in
                try transaction.insert(code)
                func left(_ now: Date = start, in realm: Realm = .sample) throws -> PhoneCode? {
                    try transaction.tryPhoneCode(code.id, in: realm, at: now)
                }
                try expect(try left(in: .tenant), is: nil)
                try expect(try left(code.expiresAt), is: nil)
                var expected = code
                expected.triesLeft = 1
                try expect(try left(code.expiresAt.later(-1)), is: expected)
                try expect(try left()?.triesLeft, is: 0)
                try expect(try left(), is: nil)
            }
        },
        Case("a code that was deleted cannot be tried, and one whose time is over is removed") { store in
            try await store.begin()
            let number = try expectSome(number)
            try await store.write { transaction in
                for (name, end) in [("deleted", 9), ("over", 5), ("open", 6)] {
                    try transaction.insert(
                        PhoneCode(
                            id: Fingerprint(of: name), realm: .sample, phoneNumber: number, code: Fingerprint(of: "code"),
                            expiresAt: start.later(end)))
                    try transaction.insert(
                        PhoneProof(id: Fingerprint(of: name), realm: .sample, phoneNumber: number, expiresAt: start.later(end)))
                }
                try transaction.deletePhoneCode(Fingerprint(of: "deleted"))
                try transaction.removeExpired(at: start.later(5))
                for (name, isThere) in [("deleted", false), ("over", false), ("open", true)] {
                    let found = try transaction.tryPhoneCode(Fingerprint(of: name), in: .sample, at: start)
                    try expect(found != nil, is: isThere)
                }
                try expect(
                    try transaction.takePhoneProof(Fingerprint(of: "over"), of: number, in: .sample, at: start), is: nil)
            }
        },
        Case("a proof is taken once, for its number, before its end, in its realm") { store in
            try await store.begin()
            let (number, other) = (try expectSome(number), try expectSome(PhoneNumber("+4915112345679")))
            let proof = PhoneProof(
                id: Fingerprint(of: "proof"), realm: .sample, phoneNumber: number, expiresAt: start.later(600_000))
            try await store.write { transaction in
                try transaction.insert(proof)
                func take(_ number: PhoneNumber, _ now: Date = start, in realm: Realm = .sample) throws -> PhoneProof? {
                    try transaction.takePhoneProof(proof.id, of: number, in: realm, at: now)
                }
                try expect(try take(other), is: nil)
                try expect(try take(number, in: .tenant), is: nil)
                try expect(try take(number, proof.expiresAt), is: nil)
                try expect(try take(number), is: proof)
                try expect(try take(number), is: nil)
            }
        },
    ]
}
