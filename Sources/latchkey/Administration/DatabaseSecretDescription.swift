import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// A database secret in the output for administrators, without the secret itself.
struct DatabaseSecretDescription: Codable, Sendable, Equatable {
    var id: String
    var createdAt: Date
    var revokedAt: Date?
    /// Whether tokens that name no secret are verified with this one.
    var checksTokens: Bool

    /// - Parameter all: The secrets of one project, oldest first.
    static func all(_ all: [DatabaseSecret]) -> [DatabaseSecretDescription] {
        let checking = all.checkingTokens?.fingerprint
        return all.map {
            DatabaseSecretDescription(
                id: $0.id, createdAt: $0.createdAt, revokedAt: $0.revokedAt, checksTokens: $0.fingerprint == checking)
        }
    }
}

/// The response to creating a secret; the secret is never shown again.
struct NewDatabaseSecret: Codable, Sendable {
    var id: String
    var secret: TransitSecret
}
