import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// A service account in the output for administrators.
struct ServiceAccountDescription: Codable, Sendable, Equatable {
    var email: String
    var keyID: String
    var createdAt: Date
    var revokedAt: Date?

    init(_ account: ServiceAccount) {
        email = account.email
        keyID = account.keyID
        createdAt = account.createdAt
        revokedAt = account.revokedAt
    }
}
