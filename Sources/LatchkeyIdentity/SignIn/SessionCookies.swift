public import LatchkeySecrets

/// Makes cookies by which a web site knows its people for days, and checks them (`createSessionCookie` and `verifySessionCookie` of the
/// Admin SDKs).
///
/// A cookie is no ID token and opens nothing here: it is for the site's own back end. It belongs to the session of the ID token that it
/// was made from.
public struct SessionCookies: Sendable {
    let sessions: Sessions

    public init(sessions: Sessions) {
        self.sessions = sessions
    }

    /// Five minutes to fourteen days, as with Firebase.
    public static let durationRangeSeconds = 300...1_209_600

    /// A cookie from an ID token whose session lives. Only for administrators: it turns an hour into two weeks.
    ///
    /// - Throws: ``SignInError``: `INVALID_DURATION`, and whatever ``Sessions/check(_:from:)`` throws.
    public func make(from idToken: String, lastingSeconds: Int, caller: Caller) async throws -> Secret<String> {
        guard Self.durationRangeSeconds.contains(lastingSeconds) else {
            throw SignInError(
                .invalidDuration,
                message: "\(Self.durationRangeSeconds.lowerBound) to \(Self.durationRangeSeconds.upperBound) seconds are possible.")
        }
        let holder = try await sessions.check(idToken, from: caller)
        return Secret(
            try sessions.authority.sessionCookie(copying: holder.claims, lastingSeconds: lastingSeconds, for: caller.project.id))
    }

    /// What a cookie says, by its signature and its times alone: it may belong to a session that has ended since.
    ///
    /// - Throws: ``SignInError``: `INVALID_SESSION_COOKIE`, `SESSION_COOKIE_EXPIRED`.
    public func claims(of cookie: String, for project: ProjectID) async throws -> IDTokenClaims {
        try await sessions.authority.claims(ofSessionCookie: cookie, for: project)
    }

    /// As ``claims(of:for:)``, and asks the store whether the account and the session are still there (`checkRevoked`).
    ///
    /// - Throws: ``SignInError``: also `USER_NOT_FOUND`, `USER_DISABLED`, `TENANT_ID_MISMATCH`, and `TOKEN_EXPIRED` when the session was
    ///   ended.
    public func check(_ cookie: String, from caller: Caller) async throws -> (account: Account, claims: IDTokenClaims) {
        let claims = try await claims(of: cookie, for: caller.project.id)
        return (try await sessions.holder(of: claims, from: caller).account, claims)
    }
}
