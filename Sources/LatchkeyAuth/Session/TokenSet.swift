import Foundation
import LatchkeyWire

/// The tokens of a session.
struct TokenSet: Codable, Equatable, Sendable {
    var idToken: String
    /// When the ID token ends, by this machine's clock: the moment of the reply and the seconds it named.
    var expiresAt: Date
    var refreshToken: String

    /// - Throws: ``AuthErrorCode/internalError`` when a reply lacks one of the tokens.
    init(idToken: String?, refreshToken: String?, expiresIn: String?, now: Date) throws {
        guard let idToken, !idToken.isEmpty, let refreshToken, !refreshToken.isEmpty else {
            throw AuthError.make(.internalError, reason: "The reply of the server lacks the tokens of the session.")
        }
        self.idToken = idToken
        self.refreshToken = refreshToken
        // A reply that does not say how long counts as used up at once, which costs one more refresh and nothing else.
        let seconds = expiresIn.flatMap { Double($0) } ?? 0
        expiresAt = now.addingTimeInterval(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
    }
}
