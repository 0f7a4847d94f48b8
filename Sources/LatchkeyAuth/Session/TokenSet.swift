import Foundation
import LatchkeyWire

/// The tokens of a session.
struct TokenSet: Codable, Equatable, Sendable {
    var idToken: String
    /// When the ID token expires, by this machine's clock: the time of the response plus the lifetime in seconds.
    var expiresAt: Date
    var refreshToken: String

    /// Creates tokens from the members of a response.
    ///
    /// - Throws: ``AuthErrorCode/internalError`` if the response lacks one of the tokens.
    init(idToken: String?, refreshToken: String?, expiresIn: String?, now: Date) throws {
        guard let idToken, !idToken.isEmpty, let refreshToken, !refreshToken.isEmpty else {
            throw AuthError.make(.internalError, reason: "The server's response lacks the session's tokens.")
        }
        self.idToken = idToken
        self.refreshToken = refreshToken
        // A response without a lifetime is treated as expired, which only costs one more refresh.
        let seconds = expiresIn.flatMap { Double($0) } ?? 0
        expiresAt = now.addingTimeInterval(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
    }
}
