import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let serviceAccounts: [Case] = [
        Case("service accounts read back with every field, oldest first, of one project, by their address in any") { store in
            try await store.begin()
            var revoked = ServiceAccount.sample("b", createdAt: start)
            revoked.revokedAt = start.later(9)
            let young = ServiceAccount.sample("a", createdAt: start.later(1))
            let foreign = ServiceAccount.sample("c", of: Realm.neighbour.project)
            let all = [young, revoked, foreign]
            try await store.write { transaction in
                for account in all { try transaction.insert(account) }
            }
            try expect(try await store.read { try $0.serviceAccounts(of: .sample) }, is: [revoked, young])
            try expect(try await store.read { try $0.serviceAccount("c") }, is: foreign)
            try expect(try await store.read { try $0.serviceAccount("missing") }, is: nil)
        },
        Case("revoking a service account happens once and keeps it") { store in
            try await store.begin()
            try await store.once { try $0.insert(ServiceAccount.sample("a")) }
            try expect(try await store.write { try $0.revokeServiceAccount("missing", at: start.later(5)) }, is: false)
            try expect(try await store.write { try $0.revokeServiceAccount("a", at: start.later(5)) }, is: true)
            try expect(try await store.write { try $0.revokeServiceAccount("a", at: start.later(6)) }, is: false)
            try expect(try await store.read { try $0.serviceAccount("a")?.revokedAt }, is: start.later(5))
        },
        Case("a service account's address and key are its own, and its project exists") { store in
            try await store.begin()
            try await store.once { try $0.insert(ServiceAccount.sample("a")) }
            try await expectConflict(.other) { try await store.once { try $0.insert(ServiceAccount.sample("a", keyID: "another")) } }
            try await expectConflict(.other) { try await store.once { try $0.insert(ServiceAccount.sample("b", keyID: "key of a")) } }
            try await expectConflict(.project) { try await store.once { try $0.insert(ServiceAccount.sample("b", of: "missing")) } }
        },
    ]
}

extension ServiceAccount {
    fileprivate static func sample(
        _ email: String, of project: ProjectID = .sample, keyID: String? = nil, createdAt: Date = start
    ) -> ServiceAccount {
        ServiceAccount(
            email: email, project: project, keyID: keyID ?? "key of \(email)",
            publicKeyPEM: "-----BEGIN PUBLIC KEY-----\n\(email)\n-----END PUBLIC KEY-----\n", createdAt: createdAt)
    }
}
