import Foundation

extension TokenSet {
    /// Tokens whose reply does not say how long they are good, as those about second factors do not: the ID token says it.
    ///
    /// The life is the difference of two claims, so it does not matter whether the clocks of server and client agree. A token that
    /// does not say it counts as used up at once.
    ///
    /// - Throws: As ``init(idToken:refreshToken:expiresIn:now:)``.
    init(idToken: String?, refreshToken: String?, now: Date) throws {
        let claims = idToken.flatMap { try? AuthTokenResult(token: $0) }
        let seconds = claims.map { $0.expirationDate.timeIntervalSince($0.issuedAtDate) }
        try self.init(
            idToken: idToken, refreshToken: refreshToken, expiresIn: seconds.map { String($0) }, now: now)
    }
}
