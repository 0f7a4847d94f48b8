package import LatchkeySecrets

/// Creates and verifies session cookies, with which web sites keep users signed in for days (`createSessionCookie` and
/// `verifySessionCookie` of the Admin SDKs).
///
/// A cookie is not an ID token and gives no access to this server; it is for the site's own back end. It belongs to the session of the
/// ID token from which it was created.
package struct SessionCookies: Sendable {
    let sessions: Sessions

    package init(sessions: Sessions) {
        self.sessions = sessions
    }

    /// The valid lifetimes: five minutes to fourteen days, as in Firebase.
    package static let durationRangeSeconds = TokenAuthority.sessionCookieSeconds

    /// Creates a cookie from an ID token with a valid session. For administrators only, because it extends an hour to two weeks.
    ///
    /// - Throws: ``SignInError``: `INVALID_DURATION`, and the errors of ``Sessions/check(_:from:)``.
    package func make(from idToken: String, lastingSeconds: Int, caller: Caller) async throws -> Secret<String> {
        guard Self.durationRangeSeconds.contains(lastingSeconds) else {
            throw SignInError(
                .invalidDuration,
                message: "The duration must be \(Self.durationRangeSeconds.lowerBound) to \(Self.durationRangeSeconds.upperBound) seconds.")
        }
        let holder = try await sessions.check(idToken, from: caller)
        return Secret(
            try sessions.authority.sessionCookie(copying: holder.claims, lastingSeconds: lastingSeconds, for: caller.project.id))
    }

    /// Verifies a cookie by its signature and its times only. Its session may have ended.
    ///
    /// - Throws: ``SignInError``: `INVALID_SESSION_COOKIE`, `SESSION_COOKIE_EXPIRED`.
    package func claims(of cookie: String, for project: ProjectID) async throws -> IDTokenClaims {
        try await sessions.authority.claims(ofSessionCookie: cookie, for: project)
    }

    /// Verifies a cookie as ``claims(of:for:)`` does, and checks in the store that its account and session still exist (`checkRevoked`).
    ///
    /// - Throws: ``SignInError``: also `USER_NOT_FOUND`, `USER_DISABLED`, `TENANT_ID_MISMATCH`, and `TOKEN_EXPIRED` if the session has
    ///   ended.
    package func check(_ cookie: String, from caller: Caller) async throws -> (account: Account, claims: IDTokenClaims) {
        let claims = try await claims(of: cookie, for: caller.project.id)
        return (try await sessions.holder(of: claims, from: caller).account, claims)
    }
}
