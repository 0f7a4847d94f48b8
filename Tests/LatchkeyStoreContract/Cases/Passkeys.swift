import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let passkeys: [Case] = [
        Case("a passkey reads back by its credential id in its realm, with every field") { store in
            try await store.begin(with: .sample("ada", in: .tenant), .sample("ada"))
            let passkey = Passkey(
                credentialID: Array(0...255) + [0], realm: .tenant, account: "ada", relyingPartyID: "auth.example.org",
                publicKey: [5, 0, 6], counter: .max, transports: ["hybrid", "internal"], aaguid: Array(1...16), backupEligible: true,
                backedUp: true, name: "Ada’s phone", createdAt: start.later(1), lastUsedAt: start.later(2))
            try await store.once { try $0.insert(passkey) }
            try expect(try await store.read { try $0.passkey(passkey.credentialID, in: .tenant) }, is: passkey)
            try expect(try await store.read { try $0.passkey(passkey.credentialID, in: .sample) }, is: nil)
            try expect(try await store.read { try $0.passkey(Array(0...255), in: .tenant) }, is: nil)
            try expect(try await store.account("ada", in: .tenant)?.hasPasskey, is: true)
            try expect(try await store.account("ada", in: .sample)?.hasPasskey, is: false)
        },
        Case("an account's passkeys come oldest first, without those of other accounts") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            try await store.write { transaction in
                for number in [2, 0, 1] { try transaction.insert(Passkey.sample("p\(number)", createdAt: start.later(number))) }
                try transaction.insert(Passkey.sample("of bob", of: "bob"))
                try transaction.insert(Passkey.sample("of the tenant", in: .tenant))
            }
            let found = try await store.read { try $0.passkeys(of: "ada", in: .sample) }
            try expect(found.map(\.credentialID), is: ["p0", "p1", "p2"].map { Array($0.utf8) })
        },
        Case("a credential id is there once in a realm, and its account exists") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"), .sample("ada", in: .tenant))
            try await store.once { try $0.insert(Passkey.sample()) }
            try await store.once { try $0.insert(Passkey.sample(in: .tenant)) }
            try await expectConflict(.passkey) { try await store.once { try $0.insert(Passkey.sample(of: "bob")) } }
            try await expectConflict(.account) { try await store.once { try $0.insert(Passkey.sample("other", of: "missing")) } }
        },
        Case("a use changes counter, backup, name and time, and nothing else; nothing happens when the passkey is gone") { store in
            try await store.begin(with: .sample("ada"))
            var passkey = Passkey.sample()
            try await store.write { [passkey] transaction in
                try transaction.insert(passkey)
                try transaction.insert(Passkey.sample("another"))
            }
            passkey.counter = 7
            passkey.backedUp = true
            passkey.name = "Phone"
            passkey.lastUsedAt = start.later(9)
            try await store.write { [passkey] transaction in
                try transaction.update(passkey)
                try transaction.update(Passkey.sample("missing"))
            }
            try expect(try await store.read { try $0.passkeys(of: "ada", in: .sample) }, is: [passkey, .sample("another")])
        },
        Case("a passkey is deleted for its own account only, and goes with it") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            try await store.once { try $0.insert(Passkey.sample()) }
            let id = Passkey.sample().credentialID
            try expect(try await store.write { try $0.deletePasskey(id, of: "bob", in: .sample) }, is: false)
            try expect(try await store.write { try $0.deletePasskey(id, of: "ada", in: .sample) }, is: true)
            try expect(try await store.write { try $0.deletePasskey(id, of: "ada", in: .sample) }, is: false)
            try await store.once { try $0.insert(Passkey.sample()) }
            try expect(try await store.write { try $0.deleteAccount("ada", in: .sample) }, is: true)
            try expect(try await store.read { try $0.passkey(id, in: .sample) }, is: nil)
        },
        Case("a challenge is taken only for its realm, its purpose and its account, and reads back whole") { store in
            try await store.begin(with: .sample("ada"), .sample("bob"))
            let challenge = PasskeyChallenge.sample(of: "ada")
            try await store.once { try $0.insert(challenge) }
            try await store.write { transaction in
                func take(_ purpose: PasskeyChallenge.Purpose, _ account: AccountID?, _ realm: Realm = .sample) throws -> PasskeyChallenge?
                {
                    try transaction.takePasskeyChallenge(challenge.id, for: purpose, of: account, in: realm, at: start)
                }
                try expect(try take(.enrollment, "bob"), is: nil)
                try expect(try take(.signIn, "ada"), is: nil)
                try expect(try take(.signIn, nil), is: nil)
                try expect(try take(.enrollment, nil), is: nil)
                try expect(try take(.enrollment, "ada", .neighbour), is: nil)
                try expect(try take(.enrollment, "ada", .tenant), is: nil)
                try expect(try take(.enrollment, "ada"), is: challenge)
                try expect(try take(.enrollment, "ada"), is: nil)
            }
        },
        Case("of a hundred concurrent takes of one challenge, one succeeds") { store in
            try await store.begin()
            try await store.once { try $0.insert(PasskeyChallenge.sample()) }
            let taken = try await concurrently(100) { _ in
                try await store.write {
                    try $0.takePasskeyChallenge(Fingerprint(of: "challenge"), for: .signIn, of: nil, in: .sample, at: start)
                }
            }
            try expect(taken.compactMap { $0 }, is: [.sample()])
        },
    ]
}
