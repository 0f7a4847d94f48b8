/// The reason why a token was rejected. Equality compares only `code`.
public struct TokenVerificationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The text is not a well-formed token.
        case malformed
        /// The token is not signed. Emulators issue such tokens, and anyone can forge them.
        case unsigned
        /// The token's algorithm is not one that the server signs with, or does not match the key.
        case algorithmRefused
        /// The token's header has no key id.
        case missingKeyID
        /// The server does not publish the key that signed the token.
        case unknownKey
        /// The signature is invalid.
        case badSignature
        /// The issuer (`iss`) is another server or project, or the token is of another kind.
        case wrongIssuer
        /// The audience (`aud`) is another project.
        case wrongAudience
        /// The subject (`sub`) is missing, empty or too long.
        case invalidSubject
        /// A required claim is missing or has the wrong type.
        case missingClaim
        /// The token has expired (`exp`).
        case expired
        /// The issue time (`iat`) is in the future.
        case issuedInTheFuture
        /// The sign-in time (`auth_time`) is in the future.
        case authenticatedInTheFuture
        /// The server's keys could not be fetched; the token may be valid.
        case keysUnavailable
        /// The verifier was created with invalid values.
        case misconfigured
    }

    /// The kind of failure.
    public let code: Code
    /// A description for logs. It contains nothing from the token.
    public let detail: String

    /// Creates an error with a code and a description for logs.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Returns whether two errors have the same code.
    public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

    /// The code and the description.
    public var description: String { "\(code.rawValue): \(detail)" }

    /// Whether the user must sign in again. If `false`, the same token may be accepted later.
    public var refusesToken: Bool { code != .keysUnavailable && code != .misconfigured }
}
