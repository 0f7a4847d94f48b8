/// The error for an invalid ID token of a provider. Equality compares codes only.
package struct ProviderTokenError: Error, Equatable, Sendable {
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let algorithmRefused = Self(rawValue: "algorithm_refused")
        package static let badSignature = Self(rawValue: "bad_signature")
        package static let expired = Self(rawValue: "expired")
        package static let malformed = Self(rawValue: "malformed")
        package static let malformedKeys = Self(rawValue: "malformed_keys")
        package static let missingClaim = Self(rawValue: "missing_claim")
        package static let notYetValid = Self(rawValue: "not_yet_valid")
        /// The key is unknown. The key set may be outdated, so a new one may contain the key.
        package static let unknownKey = Self(rawValue: "unknown_key")
        package static let wrongAudience = Self(rawValue: "wrong_audience")
        package static let wrongIssuer = Self(rawValue: "wrong_issuer")
        package static let wrongNonce = Self(rawValue: "wrong_nonce")
    }

    package let code: Code
    /// One sentence, without contents of the token.
    package let detail: String

    package init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
