import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A key for ID tokens as an administrator sees it: without its private half.
struct SigningKeyDescription: Codable, Sendable, Equatable {
    enum State: String, Codable, Sendable {
        /// Signs new tokens.
        case signs
        /// Signs no more; its last tokens are still good.
        case published
        /// No token of it can be good any more.
        case expired
    }

    /// The `kid` of tokens.
    var id: String
    var algorithm: String
    var state: State
    var createdAt: Date
    var publishedUntil: Date?

    /// - Parameter isActive: Whether it is the one that signs; there is only one, the youngest without an end.
    init(_ key: SigningKey, isActive: Bool, at now: Date) {
        id = key.id
        algorithm = key.algorithm.rawValue
        createdAt = key.createdAt
        publishedUntil = key.publishedUntil
        state = isActive ? .signs : (key.publishedUntil.map { $0 > now } ?? true) ? .published : .expired
    }

    /// Youngest first.
    static func all(_ keys: [SigningKey], at now: Date) -> [SigningKeyDescription] {
        let keys = keys.sorted { $0.createdAt > $1.createdAt }
        let active = keys.first { $0.publishedUntil == nil }
        return keys.map { SigningKeyDescription($0, isActive: $0.id == active?.id, at: now) }
    }
}
