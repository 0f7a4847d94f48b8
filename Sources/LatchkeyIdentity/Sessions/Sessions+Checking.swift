import Foundation
import LatchkeySecrets

extension Sessions {
    /// Verifies an ID token, including its account and session.
    ///
    /// - Throws: ``SignInError``: `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `TENANT_ID_MISMATCH`, `USER_NOT_FOUND`, `USER_DISABLED`.
    package func check(_ idToken: String, from caller: Caller) async throws -> SignedInCaller {
        try await check(idToken, from: caller) { _, _ in }.0
    }

    /// Verifies an ID token as ``check(_:from:)`` does, and reads more about the account from the same version of the store.
    package func check<Details: Sendable>(
        _ idToken: String, from caller: Caller, reading details: @escaping @Sendable (Account, any StoreReading) throws -> Details
    ) async throws -> (SignedInCaller, Details) {
        try await holder(of: try await authority.claims(of: idToken, for: caller.project.id), from: caller, reading: details)
    }

    /// Returns the caller for verified claims, if their session still exists.
    func holder(of claims: IDTokenClaims, from caller: Caller) async throws -> SignedInCaller {
        try await holder(of: claims, from: caller) { _, _ in }.0
    }

    private func holder<Details: Sendable>(
        of claims: IDTokenClaims, from caller: Caller, reading details: @escaping @Sendable (Account, any StoreReading) throws -> Details
    ) async throws -> (SignedInCaller, Details) {
        // In an emulator, a token without a tenant belongs to the tenant of the request.
        let assumed = caller.project.policies.isLenient ? caller.tenant : .none
        let tenant = claims.firebase.tenant.map(TenantID.init(rawValue:)) ?? assumed
        guard caller.tenant == .none || caller.tenant == tenant else { throw SignInError(.tenantIDMismatch) }
        let realm = Realm(project: caller.project.id, tenant: tenant)
        let (holder, details) = try await store.read { view in
            let caller = try caller.in(tenant, of: view)
            let (account, session) = try self.opened(by: claims, in: realm, under: caller.project.policies, of: view)
            return (
                SignedInCaller(caller: caller, account: account, claims: claims, session: session), try details(account, view)
            )
        }
        await noteNetwork(of: holder, from: caller.client)
        return (holder, details)
    }

    /// Whether the account and the session of a verified token are still valid. Ignores the token's expiry.
    package func isGood(_ holder: SignedInCaller) async throws -> Bool {
        try await store.read { view in
            do {
                _ = try view.project(holder.caller.project, seenIn: holder.caller.tenant)
                _ = try account(of: holder, in: view)
                return true
            } catch is SignInError {
                return false
            } catch is TenantNotFound {
                return false
            }
        }
    }

    /// Returns the current account of a signed-in caller, if the caller's token is still valid.
    ///
    /// Every transaction on behalf of a signed-in caller begins with this check: between the verification of the token and the transaction,
    /// a password may have been hashed or a provider called, and meanwhile the account may have changed hands.
    func account(of caller: SignedInCaller, in view: any StoreReading) throws -> Account {
        try opened(by: caller.claims, in: caller.caller.realm, under: caller.caller.project.policies, of: view).account
    }

    /// Returns the account and the session of a token. `validSince` has a resolution of one second, so the session must exist too.
    private func opened(
        by claims: IDTokenClaims, in realm: Realm, under policies: AccountPolicies, of view: any StoreReading
    ) throws -> (account: Account, session: Session) {
        let id = SessionID(rawValue: claims.firebase.session ?? "")
        let (found, session) = try view.account(claims.subject, in: realm, and: id)
        guard let account = found else { throw SignInError(.userNotFound) }
        if !policies.endsSessions { return (account, try lenientSession(of: account, by: claims, of: view)) }
        // Checked before the session, which ends when the account is disabled: apps show users why they are signed out.
        if account.disabled { throw SignInError(.userDisabled) }
        guard let session, session.account == account.id,
            session.realm == realm, !session.isOver(at: now()),
            session.createdAt.secondsSince1970 >= account.validSince.secondsSince1970,
            // If the clock was set back, the session began before the time from which the account's sessions are valid.
            claims.issuedAt.secondsSince1970 >= min(account.validSince, session.authenticatedAt).secondsSince1970
        else {
            throw SignInError(.tokenExpired, cause: "the session has ended")
        }
        return (account, session)
    }

    /// Returns the session of an emulator's token, or a synthetic one for a token that a test program wrote itself.
    private func lenientSession(of account: Account, by claims: IDTokenClaims, of view: any StoreReading) throws -> Session {
        guard claims.issuedAt.secondsSince1970 >= account.validSince.secondsSince1970 else { throw SignInError(.tokenExpired) }
        if account.disabled { throw SignInError(.userDisabled) }
        let id = SessionID(rawValue: claims.firebase.session ?? "")
        if let session = try view.session(id), session.account == account.id, session.realm == account.realm { return session }
        let kind = claims.firebase.signInSecondFactor.flatMap(SecondFactor.Kind.init(rawValue:))
        return Session(
            id: id, account: account.id, realm: account.realm, refreshToken: Fingerprint(of: id.rawValue), createdAt: claims.issuedAt,
            authenticatedAt: claims.authenticatedAt, method: ProviderID(rawValue: claims.firebase.signInProvider),
            secondFactor: kind.map { UsedSecondFactor($0, id: claims.firebase.secondFactorIdentifier ?? "") })
    }

    /// Whether the authentication of a session is recent enough for sensitive operations.
    package func isRecent(_ session: Session, in project: Project) -> Bool {
        now().timeIntervalSince(session.authenticatedAt) <= Double(project.settings.recentSignInSeconds)
    }

    /// Requires a recent sign-in.
    ///
    /// - Throws: ``SignInError`` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    package func requireRecentSignIn(_ caller: SignedInCaller) throws {
        guard caller.caller.project.policies.requiresRecentSignIn else { return }
        let age = now().timeIntervalSince(caller.claims.authenticatedAt)
        guard age <= Double(caller.caller.project.settings.recentSignInSeconds) else { throw SignInError(.credentialTooOld) }
    }
}
