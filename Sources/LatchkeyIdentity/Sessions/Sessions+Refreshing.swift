import Foundation
package import LatchkeySecrets

extension Sessions {
    /// The minimum interval between updates of a session's last use, so that most refreshes only read.
    static let useResolutionSeconds = 60.0

    /// Returns a new ID token for a refresh token (the `refresh_token` grant of Secure Token).
    ///
    /// - Parameter client: The client that uses the token; a use from a new network is recorded.
    /// - Throws: ``SignInError``: `INVALID_REFRESH_TOKEN` for an unknown token or one of another project; `TOKEN_EXPIRED`
    ///   if the session was revoked; `USER_DISABLED`; `PROJECT_DISABLED` for a token of a disabled tenant.
    package func refresh(
        _ token: Secret<String>, for project: ProjectID, under policies: AccountPolicies = .server, by client: ClientDescription = .init()
    ) async throws -> IssuedTokens {
        let (account, session) = try await holder(ofRefreshToken: token, for: project, under: policies)
        if policies.endsSessions { await noteNetwork(of: session, from: client) }
        if policies.renewsRefreshTokens { return try await issue(try await renew(session, token)) }
        return IssuedTokens(
            account: account, session: session, idToken: try authority.idToken(for: account, in: session), refreshToken: token,
            expiresInSeconds: IDTokenClaims.lifetimeSeconds(of: session, at: now()))
    }

    /// Returns another refresh token of the same session. Only its first part is stored, so that a refresh stores nothing new.
    private func renew(_ session: Session, _ token: Secret<String>) async throws -> Opened {
        let instant = now().inWholeMilliseconds
        let account = try await store.write { transaction in
            guard var account = try transaction.account(session.account, in: session.realm) else { throw SignInError(.invalidRefreshToken) }
            account.lastRefreshAt = instant
            try transaction.update(account)
            return account
        }
        var session = session
        session.authenticatedAt = account.lastSignInAt ?? session.authenticatedAt
        let renewed = Self.knownPart(of: token.expose()) + String(Self.renewalMark) + random.token(byteCount: 16)
        return Opened(account: account, session: session, refreshToken: Secret(renewed))
    }

    /// Separates a refresh token from the part that an emulator adds at each refresh.
    private static let renewalMark: Character = "~"

    private static func knownPart(of token: String) -> String { String(token.prefix { $0 != renewalMark }) }

    /// Whether a text has the form of a refresh token.
    package static func mayBeRefreshToken(_ text: String, under policies: AccountPolicies = .server) -> Bool {
        guard text.utf8.count <= 2 * RefreshToken.length else { return false }
        let known = policies.renewsRefreshTokens ? knownPart(of: text) : text
        return known.utf8.count == RefreshToken.length && known.hasPrefix(RefreshToken.prefix)
    }

    /// Returns the account and the session of a refresh token, and records its use.
    ///
    /// - Throws: As ``refresh(_:for:under:)``.
    package func holder(
        ofRefreshToken token: Secret<String>, for project: ProjectID, under policies: AccountPolicies = .server
    ) async throws -> (account: Account, session: Session) {
        let text = token.expose()
        guard Self.mayBeRefreshToken(text, under: policies) else { throw SignInError(.invalidRefreshToken) }
        let known = policies.renewsRefreshTokens ? Self.knownPart(of: text) : text
        let found = try await store.read { view -> (Session, Account?)? in
            guard let session = try view.session(ofRefreshToken: known) else { return nil }
            let tenant = session.realm.tenant
            if tenant != .none, try view.tenant(tenant, of: session.realm.project)?.settings.disabled != false {
                throw SignInError(.projectDisabled)
            }
            return (session, try view.account(session.account, in: session.realm))
        }
        // The session was revoked, or its account was deleted. Clients sign out on this code.
        guard let (session, owner) = found else {
            throw SignInError(policies.endsSessions ? .tokenExpired : .invalidRefreshToken, cause: "no such session")
        }
        guard session.realm.project == project else { throw SignInError(.invalidRefreshToken, cause: "of another project") }
        guard let account = owner else {
            throw SignInError(policies.endsSessions ? .tokenExpired : .invalidRefreshToken, cause: "no such account")
        }
        if account.disabled { throw SignInError(.userDisabled) }
        guard !policies.endsSessions || session.createdAt.secondsSince1970 >= account.validSince.secondsSince1970 else {
            throw SignInError(.tokenExpired)
        }
        let instant = now()
        guard !session.isOver(at: instant) else { throw SignInError(.tokenExpired, cause: "the session's time is over") }
        if instant.timeIntervalSince(session.lastUsedAt) >= Self.useResolutionSeconds {
            // Failures are ignored: a refresh only reads, and a full disk must not sign users out. The next refresh records the use.
            try? await store.write { transaction in
                try transaction.touch(session.id, at: instant.inWholeMilliseconds)
            }
        }
        return (account, session)
    }

    /// Returns the current account of a session, for long-running work during which the session may end.
    ///
    /// - Throws: ``SignInError``: `TOKEN_EXPIRED`, `USER_DISABLED`.
    package func account(of session: Session, in view: any StoreReading) throws -> Account {
        guard let present = try view.session(session.id), let account = try view.account(present.account, in: present.realm) else {
            throw SignInError(.tokenExpired, cause: "the session has ended")
        }
        if account.disabled { throw SignInError(.userDisabled) }
        guard present.createdAt.secondsSince1970 >= account.validSince.secondsSince1970, !present.isOver(at: now()) else {
            throw SignInError(.tokenExpired, cause: "the session has ended")
        }
        return account
    }

    /// Ends the session of a refresh token. Does nothing if it has already ended.
    package func end(_ token: Secret<String>, for caller: Caller) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let session = try transaction.session(ofRefreshToken: token.expose()), session.realm == caller.realm else { return }
            _ = try transaction.deleteSession(session.id)
            let scribe = EventScribe(
                transaction: transaction, caller: caller, method: session.method, at: instant, actor: session.account.rawValue)
            try scribe.write(.revoke, .allowed, subject: session.account, session: session.id)
        }
    }
}
