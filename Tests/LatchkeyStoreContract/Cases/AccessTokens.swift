import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let accessTokens: [Case] = [
        Case("an access token belongs to a service account that exists, reads back, and is removed when its time is over") { store in
            try await store.begin()
            let account = ServiceAccount(
                email: "back-end@example.org", project: .sample, keyID: "key", publicKeyPEM: "PEM", createdAt: start)
            let token = AccessToken(
                id: Fingerprint(of: "t"), serviceAccount: account.email,
                scopes: [.firebaseDatabase, AccessScope(rawValue: "of a later version")], expiresAt: start.later(5))
            try await expectConflict(.other) { try await store.once { try $0.insert(token) } }
            try await store.write { transaction in
                try transaction.insert(account)
                try transaction.insert(token)
                try expect(try transaction.accessToken(token.id), is: token)
                try expect(try transaction.accessToken(Fingerprint(of: "other")), is: nil)
                try transaction.removeExpired(at: start.later(4))
                try expect(try transaction.accessToken(token.id), is: token)
                try transaction.removeExpired(at: start.later(5))
                try expect(try transaction.accessToken(token.id), is: nil)
            }
            try await expectConflict(.other) {
                try await store.write { transaction in
                    try transaction.insert(token)
                    try transaction.insert(token)
                }
            }
        }
    ]
}
