import LatchkeyIdentity
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret of databases as an administrator sees it: all but the secret.
struct DatabaseSecretDescription: Codable, Sendable, Equatable {
    var id: String
    var createdAt: Date
    var revokedAt: Date?
    /// Tokens that name no secret are checked with it.
    var checksTokens: Bool

    /// - Parameter all: of one project, oldest first.
    static func all(_ all: [DatabaseSecret]) -> [DatabaseSecretDescription] {
        let checking = all.first { $0.revokedAt == nil }?.fingerprint
        return all.map {
            DatabaseSecretDescription(
                id: $0.id, createdAt: $0.createdAt, revokedAt: $0.revokedAt, checksTokens: $0.fingerprint == checking)
        }
    }
}

/// The answer to who made a secret, and the only time that it is shown.
struct NewDatabaseSecret: Codable, Sendable {
    var id: String
    var secret: TransitSecret
}
