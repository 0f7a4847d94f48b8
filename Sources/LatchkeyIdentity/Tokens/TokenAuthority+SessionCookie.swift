import Foundation

extension TokenAuthority {
    /// The valid lifetimes of session cookies: five minutes to fourteen days, as in Firebase.
    static let sessionCookieSeconds = 300...1_209_600

    /// Returns a session cookie with the claims of an ID token, a separate issuer, a separate signing key and its own expiry.
    func sessionCookie(copying claims: IDTokenClaims, lastingSeconds: Int, for project: ProjectID) throws -> String {
        var claims = claims
        claims.issuer = cookieIssuer(of: project)
        claims.issuedAt = Date(timeIntervalSince1970: Double(now().secondsSince1970))
        claims.expiresAt = claims.issuedAt.addingTimeInterval(Double(lastingSeconds))
        return try signer(of: .sessionCookie).token(claims)
    }

    /// Returns the claims of a session cookie that this server signed for a project and that has not expired. ID tokens are refused.
    ///
    /// - Throws: ``SignInError`` with `INVALID_SESSION_COOKIE` or `SESSION_COOKIE_EXPIRED`. ``SessionCookies`` checks whether the session
    ///   still exists.
    func claims(ofSessionCookie cookie: String, for project: ProjectID) async throws -> IDTokenClaims {
        do {
            return try await verified(cookie, of: .sessionCookie, for: project, by: cookieIssuer(of: project))
        } catch let error as SignInError {
            throw SignInError(error == SignInError(.tokenExpired) ? .sessionCookieExpired : .invalidSessionCookie, cause: error.cause)
        }
    }
}
