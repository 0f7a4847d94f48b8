import Foundation
import LatchkeyIdentity

/// A signing key in the output for administrators, without its private key.
struct SigningKeyDescription: Codable, Sendable, Equatable {
    enum State: String, Codable, Sendable {
        /// Signs new tokens.
        case signs
        /// No longer signs; its last tokens may still be valid.
        case published
        /// All tokens signed with it have expired.
        case expired
        /// An administrator ended it before its last tokens expired.
        case revoked
    }

    /// The `kid` of tokens.
    var id: String
    /// What it signs: `id-token` or `session-cookie`.
    var purpose: String
    var algorithm: String
    var state: State
    var createdAt: Date
    var publishedUntil: Date?
    /// The end of a key for ID tokens as a key for the session cookies of earlier versions.
    var cookiesUntil: Date?
    /// The time of the revocation, as long as the audit log keeps its event.
    var revokedAt: Date?

    /// - Parameter isActive: Whether this is the key that signs: the newest key of its purpose without an end date.
    init(_ key: SigningKey, isActive: Bool, revokedAt: Date?, at now: Date) {
        id = key.id
        purpose = key.purpose.rawValue
        algorithm = key.algorithm.rawValue
        createdAt = key.createdAt
        publishedUntil = key.publishedUntil
        cookiesUntil = key.cookiesUntil.flatMap { $0 > now ? $0 : nil }
        let isPublished = SigningKey.Purpose.allCases.contains { key.verifies($0, at: now) }
        self.revokedAt = revokedAt
        state = isActive ? .signs : isPublished ? .published : revokedAt == nil ? .expired : .revoked
    }

    /// Returns the descriptions, newest first, of one time in the order of their purposes.
    ///
    /// - Parameter revocations: The times of revocations by the IDs of the keys.
    static func all(_ keys: [SigningKey], revocations: [String: Date], at now: Date) -> [SigningKeyDescription] {
        let keys = keys.sorted { ($1.createdAt, $0.purpose.rawValue) < ($0.createdAt, $1.purpose.rawValue) }
        return keys.map {
            SigningKeyDescription($0, isActive: $0.id == keys.signer(of: $0.purpose)?.id, revokedAt: revocations[$0.id], at: now)
        }
    }
}
