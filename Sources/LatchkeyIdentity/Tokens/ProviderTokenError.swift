/// The error for an invalid ID token of a provider. Equality compares codes only.
public struct ProviderTokenError: Error, Equatable, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let algorithmRefused = Self(rawValue: "algorithm_refused")
        public static let badSignature = Self(rawValue: "bad_signature")
        public static let expired = Self(rawValue: "expired")
        public static let malformed = Self(rawValue: "malformed")
        public static let malformedKeys = Self(rawValue: "malformed_keys")
        public static let missingClaim = Self(rawValue: "missing_claim")
        public static let notYetValid = Self(rawValue: "not_yet_valid")
        /// The key is unknown. The key set may be outdated, so a new one may contain the key.
        public static let unknownKey = Self(rawValue: "unknown_key")
        public static let wrongAudience = Self(rawValue: "wrong_audience")
        public static let wrongIssuer = Self(rawValue: "wrong_issuer")
        public static let wrongNonce = Self(rawValue: "wrong_nonce")
    }

    public let code: Code
    /// One sentence, without contents of the token.
    public let detail: String

    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
