#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension TokenAuthority {
    /// A session cookie that says what an ID token said, under its own issuer and with an end of its own.
    func sessionCookie(copying claims: IDTokenClaims, lastingSeconds: Int, for project: ProjectID) throws -> String {
        var claims = claims
        claims.issuer = cookieIssuer(of: project)
        claims.issuedAt = Date(timeIntervalSince1970: Double(now().secondsSince1970))
        claims.expiresAt = claims.issuedAt.addingTimeInterval(Double(lastingSeconds))
        return try currentRing.signer.token(claims)
    }

    /// The claims of a session cookie that this server signed for a project and that has not expired. ID tokens are none.
    ///
    /// - Throws: ``SignInError`` with `INVALID_SESSION_COOKIE` or `SESSION_COOKIE_EXPIRED`. Whether the session still lives is for
    ///   ``SessionCookies`` to say.
    func claims(ofSessionCookie cookie: String, for project: ProjectID) async throws -> IDTokenClaims {
        do {
            return try await verified(cookie, for: project, by: cookieIssuer(of: project))
        } catch let error as SignInError {
            throw SignInError(error == SignInError(.tokenExpired) ? .sessionCookieExpired : .invalidSessionCookie, cause: error.cause)
        }
    }
}
