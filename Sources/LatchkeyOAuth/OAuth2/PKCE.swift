import Crypto
public import LatchkeySecrets

/// Proof Key for Code Exchange (RFC 7636) with the method S256; `plain` is not supported.
public struct PKCE: Sendable, Equatable {
    /// The verifier, stored until the code is exchanged.
    public let verifier: Secret<String>
    /// The challenge, sent with the authorization request.
    public let challenge: String

    /// Creates a pair from an existing verifier; `nil` when it is invalid, see ``isValidVerifier(_:)``.
    public init?(verifier: Secret<String>) {
        guard Self.isValidVerifier(verifier.expose()) else { return nil }
        self.init(checked: verifier.expose())
    }

    private init(checked verifier: String) {
        self.verifier = Secret(verifier)
        challenge = Self.challenge(for: verifier)
    }

    /// Returns a new pair with 256 random bits.
    public static func random(_ tokens: RandomTokens = .system) -> PKCE {
        PKCE(checked: tokens.token(byteCount: 32))
    }

    /// Returns the S256 challenge of a verifier: its SHA-256 in URL-safe Base64 (section 4.2).
    public static func challenge(for verifier: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
    }

    /// Returns whether a string is a valid verifier: 43 to 128 letters, digits and `-._~` (section 4.1).
    public static func isValidVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && ByteSet.unreserved.containsAll(of: text)
    }
}
