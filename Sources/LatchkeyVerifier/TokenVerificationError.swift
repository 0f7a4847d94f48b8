/// Why a token is not believed. Equality compares `code` only.
public struct TokenVerificationError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// It is no token at all.
        case malformed
        /// Nobody signed it: an emulator made it, which everybody can.
        case unsigned
        /// It is signed in a way that the server never signs.
        case algorithmRefused
        /// It does not say which key signed it.
        case missingKeyID
        /// The server does not publish the key that signed it.
        case unknownKey
        case badSignature
        /// Another server, project or kind of token.
        case wrongIssuer
        case wrongAudience
        case invalidSubject
        case missingClaim
        case expired
        case issuedInTheFuture
        case authenticatedInTheFuture
        /// The server's keys could not be fetched; this says nothing about the token.
        case keysUnavailable
        /// The verifier was made with values that cannot be right.
        case misconfigured
    }

    public let code: Code
    /// What was wrong, for logs; it holds nothing of the token.
    public let detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

    public var description: String { "\(code.rawValue): \(detail)" }

    /// Whether the person is to be asked to sign in; otherwise the same token may be good later.
    public var refusesToken: Bool { code != .keysUnavailable && code != .misconfigured }
}
