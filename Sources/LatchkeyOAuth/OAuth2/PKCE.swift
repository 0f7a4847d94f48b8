import Crypto
public import LatchkeySecrets

/// Proof Key for Code Exchange (RFC 7636) with the method S256; `plain` is not offered.
public struct PKCE: Sendable, Equatable {
    /// Kept until the code is exchanged.
    public let verifier: Secret<String>
    /// Sent along with the authorization request.
    public let challenge: String

    /// A pair for a verifier of one's own; `nil` when it is none, see ``isValidVerifier(_:)``.
    public init?(verifier: Secret<String>) {
        guard Self.isValidVerifier(verifier.expose()) else { return nil }
        self.init(checked: verifier.expose())
    }

    private init(checked verifier: String) {
        self.verifier = Secret(verifier)
        challenge = Self.challenge(for: verifier)
    }

    /// A fresh pair with 256 random bits.
    public static func random(_ tokens: RandomTokens = .system) -> PKCE {
        PKCE(checked: tokens.token(byteCount: 32))
    }

    /// The S256 challenge of a verifier: its SHA-256 in URL-safe Base64 (section 4.2).
    public static func challenge(for verifier: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    }

    /// Whether a text can be a verifier: 43 to 128 letters, digits and `-._~` (section 4.1).
    public static func isValidVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && ByteSet.unreserved.containsAll(of: text)
    }
}
