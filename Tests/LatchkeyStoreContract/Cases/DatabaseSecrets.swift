import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let databaseSecrets: [Case] = [
        Case("secrets of databases read back with every field, oldest first, of one project, by their fingerprint in any") { store in
            try await store.begin()
            let (young, old) = (DatabaseSecret.sample("a", createdAt: start.later(1)), DatabaseSecret.sample("b"))
            let foreign = DatabaseSecret.sample("c", of: Realm.neighbour.project)
            try await store.write { transaction in
                for secret in [young, old, foreign] { try transaction.insert(secret) }
            }
            try expect(try await store.read { try $0.databaseSecrets(of: .sample) }, is: [old, young])
            try expect(try await store.read { try $0.databaseSecret(Fingerprint(of: "c")) }, is: foreign)
            try expect(try await store.read { try $0.databaseSecret(Fingerprint(of: "missing")) }, is: nil)
        },
        Case("revoking a secret of a database happens once, keeps its fingerprint and forgets the secret") { store in
            try await store.begin()
            let secret = DatabaseSecret.sample("a")
            try await store.once { try $0.insert(secret) }
            try expect(try await store.write { try $0.revokeDatabaseSecret(Fingerprint(of: "missing"), at: start.later(5)) }, is: false)
            try expect(try await store.write { try $0.revokeDatabaseSecret(secret.fingerprint, at: start.later(5)) }, is: true)
            try expect(try await store.write { try $0.revokeDatabaseSecret(secret.fingerprint, at: start.later(6)) }, is: false)
            var revoked = secret
            (revoked.sealed, revoked.revokedAt) = (nil, start.later(5))
            try expect(try await store.read { try $0.databaseSecret(secret.fingerprint) }, is: revoked)
        },
        Case("a secret of a database is its own, and its project exists") { store in
            try await store.begin()
            try await store.once { try $0.insert(DatabaseSecret.sample("a")) }
            try await expectConflict(.other) { try await store.once { try $0.insert(DatabaseSecret.sample("a", of: "other-project")) } }
            try await expectConflict(.project) { try await store.once { try $0.insert(DatabaseSecret.sample("b", of: "missing")) } }
        },
    ]
}

extension DatabaseSecret {
    static func sample(_ text: String, of project: ProjectID = .sample, createdAt: Date = start) -> DatabaseSecret {
        DatabaseSecret(
            fingerprint: Fingerprint(of: text), project: project, sealed: SealedSecret(bytes: Array("sealed \(text)".utf8)),
            createdAt: createdAt)
    }
}
