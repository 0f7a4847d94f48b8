import Foundation
import LatchkeySecrets

/// Signs users in with custom tokens of a back end (`accounts:signInWithCustomToken`).
package struct CustomTokenSignIn: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    /// Signs a user in or up.
    ///
    /// - Throws: ``SignInError``: `INVALID_CUSTOM_TOKEN` with the reason; `CREDENTIAL_MISMATCH` for a token of another project;
    ///   `MISSING_IDENTIFIER`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`, `TENANT_ID_MISMATCH`, `USER_DISABLED`.
    package func signIn(_ token: String, caller: Caller) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        if sessions.authority.isInsecureUnsigned { return try await signInUnchecked(token, caller: caller) }
        let issuer = try CustomToken.unverified(token).issuer ?? ""
        guard let signer = try await store.read({ try $0.serviceAccount(issuer) }) else {
            throw CustomToken.invalid("There is no service account “\(issuer.prefix(200))”.")
        }
        guard signer.project == caller.project.id else { throw SignInError(.credentialMismatch) }
        guard signer.revokedAt == nil else { throw CustomToken.invalid("The service account was revoked.") }
        let custom = try await CustomToken.verified(token, by: signer)
        try checkTimes(of: custom)
        guard custom.audience == CustomToken.audience, custom.subject == signer.email else {
            throw CustomToken.invalid("“aud” must be \(CustomToken.audience), and “sub” the service account.")
        }
        return try await open(custom, caller: caller, actor: signer.email)
    }

    /// Signs a user in without checking the signer of the token, for the emulator mode. If the request has a tenant, the token must contain
    /// the same one; a JSON object may omit it.
    private func signInUnchecked(_ token: String, caller: Caller) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        if caller.tenant != .none, !token.hasPrefix("{"), InsecureUnsignedToken.tenant(of: token) != caller.tenant {
            throw SignInError(.tenantIDMismatch)
        }
        let custom = try InsecureUnsignedToken.customToken(token)
        return try await sign(in: custom, claims: { try claimsUnchecked($0) }, caller: caller, actor: "emulator")
    }

    private func open(_ custom: CustomToken, caller: Caller, actor: String) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        guard (custom.tenant ?? "") == caller.tenant.rawValue else { throw SignInError(.tenantIDMismatch) }
        return try await sign(in: custom, claims: { try claims(of: $0) }, caller: caller, actor: actor)
    }

    private func sign(
        in custom: CustomToken, claims: (CustomToken) throws -> String?, caller: Caller, actor: String
    ) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        guard let uid = custom.uid, !uid.isEmpty else { throw SignInError(.missingIdentifier) }
        guard let id = AccountID(chosen: uid) else { throw CustomToken.invalid("“uid” \(AccountID.chosenForm).") }
        return try await open(id, claims: try claims(custom), caller: caller, actor: actor)
    }

    private func checkTimes(of custom: CustomToken) throws {
        let instant = now().timeIntervalSince1970
        guard let issuedAt = custom.issuedAt, let expiresAt = custom.expiresAt,
            max(issuedAt, custom.notBefore ?? issuedAt) <= instant + TokenAuthority.clockToleranceSeconds,
            expiresAt <= issuedAt + CustomToken.maxLifetimeSeconds
        else {
            throw CustomToken.invalid("“iat” (and “nbf”) must be in the past, and “exp” at most one hour after “iat”.")
        }
        guard expiresAt > instant else { throw CustomToken.invalid("It has expired.") }
    }

    /// Returns the developer claims as JSON text; `nil` if there are none.
    private func claims(of custom: CustomToken) throws -> String? {
        switch custom.claims {
        case nil, .null: return nil
        case .object(let members):
            return try DeveloperClaims.text(members)
        default: throw SignInError(.init(rawValue: "INVALID_CLAIMS"))
        }
    }

    /// Like ``claims(of:)``, but the only size limit is that of the token, and `null` is not accepted as an object.
    private func claimsUnchecked(_ custom: CustomToken) throws -> String? {
        switch custom.claims {
        case nil: return nil
        case .object(let members): return try DeveloperClaims.text(members, maxBytes: TokenAuthority.maxTokenBytes)
        default: throw SignInError(.init(rawValue: "INVALID_CLAIMS"))
        }
    }

    private func open(
        _ id: AccountID, claims: String?, caller: Caller, actor: String
    ) async throws -> (tokens: IssuedTokens, isNewUser: Bool) {
        try await store.requireErased([id], in: caller.realm.project)
        let (opened, isNew) = try await store.write { transaction -> (Sessions.Opened, Bool) in
            let instant = now().inWholeMilliseconds
            let known = try transaction.account(id, in: caller.realm)
            if known?.disabled == true { throw SignInError(.userDisabled) }
            var account = known ?? Account(id: id, realm: caller.realm, createdAt: instant, lastSignInAt: instant, lastRefreshAt: instant)
            account.customAuth = true
            if known == nil { try transaction.insert(account) }
            let opened = try sessions.open(account, by: .custom, for: caller, isNew: known == nil, claims: claims, in: transaction)
            let scribe = EventScribe(transaction: transaction, caller: caller, method: .custom, at: instant, actor: actor)
            try scribe.write(known == nil ? .signUp : .signIn, .allowed, subject: id, session: opened.session.id)
            return (opened, known == nil)
        }
        return (try await sessions.issue(opened), isNew)
    }
}
