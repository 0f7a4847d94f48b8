public import Foundation

/// A stored key that signs tokens.
public struct SigningKey: Sendable, Equatable {
    /// The algorithm of a signature (RFC 7518, section 3.1).
    public struct Algorithm: RawRepresentable, Hashable, Sendable {
        /// The value of `alg` in tokens and key sets, for example `RS256`.
        public let rawValue: String
        /// Creates an algorithm from a value of `alg`, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// RSASSA-PKCS1-v1_5 with SHA-256 and 2,048 bits, which verifiers for Firebase expect.
        public static let rs256 = Self(rawValue: "RS256")
        /// ECDSA on P-256 with SHA-256, with thirteen times cheaper signatures.
        public static let es256 = Self(rawValue: "ES256")
    }

    /// The kind of token that a key signs. Each kind has its own keys, which are published at different addresses, so that a verifier that
    /// does not check the issuer cannot accept a session cookie as an ID token.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// ID tokens, and the tokens in requests to hooks.
        case idToken = "id-token"
        /// Session cookies.
        case sessionCookie = "session-cookie"
    }

    /// The `kid` of tokens and key sets.
    public let id: String
    /// What the key signs.
    public let purpose: Purpose
    /// The algorithm of the key's signatures.
    public let algorithm: Algorithm
    /// The private key, encrypted with the master key.
    public package(set) var sealedPrivateKey: SealedSecret
    /// A self-signed certificate of the public key, for verifiers that read Google's certificate list.
    public let certificatePEM: String
    /// The time at which the key was created. The newest key of a purpose signs.
    public let createdAt: Date
    /// The end of publication; `nil` for a key that still signs. A retired key stays published until its last token has expired.
    public var publishedUntil: Date?
    /// The end of a key for ID tokens as a key for session cookies too, which it signed before those had keys of their own; `nil` if it
    /// signed none.
    public var cookiesUntil: Date?

    /// Creates a key from its stored values.
    public init(
        id: String, purpose: Purpose = .idToken, algorithm: Algorithm, sealedPrivateKey: SealedSecret, certificatePEM: String,
        createdAt: Date, publishedUntil: Date? = nil, cookiesUntil: Date? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.algorithm = algorithm
        self.sealedPrivateKey = sealedPrivateKey
        self.certificatePEM = certificatePEM
        self.createdAt = createdAt
        self.publishedUntil = publishedUntil
        self.cookiesUntil = cookiesUntil
    }

    /// Whether tokens of a kind that this key signed are accepted.
    package func verifies(_ kind: Purpose, at now: Date) -> Bool {
        if kind == purpose { return publishedUntil.map { $0 > now } ?? true }
        return kind == .sessionCookie && cookiesUntil.map { $0 > now } ?? false
    }

    /// The end of the acceptance of a kind of tokens; `nil` for a key that still signs them.
    func end(of kind: Purpose) -> Date? { kind == purpose ? publishedUntil : cookiesUntil }

    static func sealingContext(id: String) -> SealingContext {
        SealingContext(project: "", table: "signing_key", row: id, column: "sealed_private_key")
    }
}
