import Foundation
import LatchkeyIdentity

/// A signing key for ID tokens in the output for administrators, without its private key.
struct SigningKeyDescription: Codable, Sendable, Equatable {
    enum State: String, Codable, Sendable {
        /// Signs new tokens.
        case signs
        /// No longer signs; its last tokens may still be valid.
        case published
        /// All tokens signed with it have expired.
        case expired
    }

    /// The `kid` of tokens.
    var id: String
    var algorithm: String
    var state: State
    var createdAt: Date
    var publishedUntil: Date?

    /// - Parameter isActive: Whether this is the key that signs: the newest key without an end date.
    init(_ key: SigningKey, isActive: Bool, at now: Date) {
        id = key.id
        algorithm = key.algorithm.rawValue
        createdAt = key.createdAt
        publishedUntil = key.publishedUntil
        state = isActive ? .signs : (key.publishedUntil.map { $0 > now } ?? true) ? .published : .expired
    }

    /// Returns the descriptions, newest first.
    static func all(_ keys: [SigningKey], at now: Date) -> [SigningKeyDescription] {
        let keys = keys.sorted { $0.createdAt > $1.createdAt }
        let active = keys.first { $0.publishedUntil == nil }
        return keys.map { SigningKeyDescription($0, isActive: $0.id == active?.id, at: now) }
    }
}
