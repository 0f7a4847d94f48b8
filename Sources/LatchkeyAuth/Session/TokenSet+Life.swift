import Foundation

extension TokenSet {
    /// Creates tokens from a response without a lifetime, such as those for second factors. The ID token contains the lifetime.
    ///
    /// The lifetime is the difference of two claims, so it does not depend on the clocks of server and client. A token without these
    /// claims is treated as expired.
    ///
    /// - Throws: As ``init(idToken:refreshToken:expiresIn:now:)``.
    init(idToken: String?, refreshToken: String?, now: Date) throws {
        let claims = idToken.flatMap { try? AuthTokenResult(token: $0) }
        let seconds = claims.map { $0.expirationDate.timeIntervalSince($0.issuedAtDate) }
        try self.init(
            idToken: idToken, refreshToken: refreshToken, expiresIn: seconds.map { String($0) }, now: now)
    }
}
