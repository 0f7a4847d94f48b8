public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tokens that a signed-in client receives.
public struct IssuedTokens: Sendable {
    public let account: Account
    public let session: Session
    public let idToken: String
    public let refreshToken: Secret<String>
    public let expiresInSeconds: Int
}

/// Opens and refreshes sessions, and verifies ID tokens.
public struct Sessions: Sendable {
    let store: any AccountStore
    let authority: TokenAuthority
    /// The transport to the projects' hooks. Without it, requests that need a hook are refused.
    let hooks: (any HookTransport)?
    /// Limits the accounts that a network can create; `nil` for no limit.
    let throttle: Throttle?
    /// The outbox for emails about new networks; `nil` to send none.
    let outbox: Outbox?
    let now: WallClock
    let random: RandomTokens

    /// The prefix of refresh tokens, by which secret scanners recognize a leaked one.
    static let refreshTokenPrefix = "lkr_"
    static let refreshTokenBytes = refreshTokenPrefix.utf8.count + 43
    /// The minimum interval between updates of a session's last use, so that most refreshes only read.
    static let useResolutionSeconds = 60.0

    public init(
        store: any AccountStore, authority: TokenAuthority, hooks: (any HookTransport)? = nil, throttle: Throttle? = nil,
        outbox: Outbox? = nil, now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.authority = authority
        self.hooks = hooks
        self.throttle = throttle
        self.outbox = outbox
        self.now = now
        self.random = random
    }

    /// A session that a transaction has just opened. Its refresh token is available only here.
    struct Opened: Sendable {
        let account: Account
        let session: Session
        let refreshToken: Secret<String>
    }

    /// Opens a session inside a transaction and updates the account's last sign-in.
    ///
    /// - Parameter earlier: The time of the authentication, if this session replaces another one: a change of the account is not a sign-in,
    ///   and must not count as a recent one.
    /// - Parameter former: The session that is replaced. The new one ends at the same time.
    /// - Parameter isNew: Whether the account was created in this transaction, with its first sign-in. Apps compare the two times.
    func open(
        _ account: Account, by method: ProviderID, for caller: Caller, authenticatedAt earlier: Date? = nil,
        replacing former: Session? = nil, isNew: Bool = false,
        claims: String? = nil, secondFactor: UsedSecondFactor? = nil, in transaction: any StoreWriting
    ) throws -> Opened {
        let instant = now().inWholeMilliseconds
        var account = account
        if earlier == nil, !isNew { account.lastSignInAt = instant }
        account.lastRefreshAt = instant
        try transaction.update(account)
        let token = Self.refreshTokenPrefix + random.token()
        let session = Session(
            id: SessionID(rawValue: random.token(byteCount: 16)), account: account.id, realm: account.realm,
            refreshToken: Fingerprint(of: token), createdAt: instant, authenticatedAt: earlier, method: method,
            secondFactor: secondFactor, claims: claims,
            client: caller.client,
            endsAt: former.map(\.endsAt) ?? caller.sessionSeconds.map { instant.addingTimeInterval(Double($0)) },
            networks: former?.everyNetwork ?? [])
        try transaction.insert(session)
        return Opened(account: account, session: session, refreshToken: Secret(token))
    }

    /// Signs the first ID token of a session. Must run outside the transaction, because signing takes longer than writing.
    func issue(_ opened: Opened) async throws -> IssuedTokens {
        IssuedTokens(
            account: opened.account, session: opened.session, idToken: try authority.idToken(for: opened.account, in: opened.session),
            refreshToken: opened.refreshToken, expiresInSeconds: IDTokenClaims.lifetimeSeconds(of: opened.session, at: now()))
    }

    /// Returns a new ID token for a refresh token (the `refresh_token` grant of Secure Token).
    ///
    /// - Parameter client: The client that uses the token; a use from a new network is recorded.
    /// - Throws: ``SignInError``: `INVALID_REFRESH_TOKEN` for an unknown token or one of another project; `TOKEN_EXPIRED`
    ///   if the session was revoked; `USER_DISABLED`; `PROJECT_DISABLED` for a token of a disabled tenant.
    public func refresh(
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
    public static func mayBeRefreshToken(_ text: String, under policies: AccountPolicies = .server) -> Bool {
        guard text.utf8.count <= 2 * refreshTokenBytes else { return false }
        let known = policies.renewsRefreshTokens ? knownPart(of: text) : text
        return known.utf8.count == refreshTokenBytes && known.hasPrefix(refreshTokenPrefix)
    }

    /// Returns the account and the session of a refresh token, and records its use.
    ///
    /// - Throws: As ``refresh(_:for:under:)``.
    public func holder(
        ofRefreshToken token: Secret<String>, for project: ProjectID, under policies: AccountPolicies = .server
    ) async throws -> (account: Account, session: Session) {
        let text = token.expose()
        guard Self.mayBeRefreshToken(text, under: policies) else { throw SignInError(.invalidRefreshToken) }
        let fingerprint = Fingerprint(of: policies.renewsRefreshTokens ? Self.knownPart(of: text) : text)
        let found = try await store.read { view -> (Session, Account?)? in
            guard let session = try view.session(withRefreshToken: fingerprint) else { return nil }
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
    public func account(of session: Session, in view: any StoreReading) throws -> Account {
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
    public func end(_ token: Secret<String>, for caller: Caller) async throws {
        let fingerprint = Fingerprint(of: token.expose())
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            guard let session = try transaction.session(withRefreshToken: fingerprint), session.realm == caller.realm else { return }
            _ = try transaction.deleteSession(session.id)
            let scribe = EventScribe(
                transaction: transaction, caller: caller, method: session.method, at: instant, actor: session.account.rawValue)
            try scribe.write(.revoke, .allowed, subject: session.account, session: session.id)
        }
    }

    /// Verifies an ID token, including its account and session.
    ///
    /// - Throws: ``SignInError``: `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `TENANT_ID_MISMATCH`, `USER_NOT_FOUND`, `USER_DISABLED`.
    public func check(_ idToken: String, from caller: Caller) async throws -> SignedInCaller {
        try await holder(of: try await authority.claims(of: idToken, for: caller.project.id), from: caller)
    }

    /// Returns the caller for verified claims, if their session still exists.
    func holder(of claims: IDTokenClaims, from caller: Caller) async throws -> SignedInCaller {
        // In an emulator, a token without a tenant belongs to the tenant of the request.
        let assumed = caller.project.policies == .emulator ? caller.tenant : .none
        let tenant = claims.firebase.tenant.map(TenantID.init(rawValue:)) ?? assumed
        guard caller.tenant == .none || caller.tenant == tenant else { throw SignInError(.tenantIDMismatch) }
        let realm = Realm(project: caller.project.id, tenant: tenant)
        let holder = try await store.read { view in
            let caller = try caller.in(tenant, of: view)
            let (account, session) = try self.opened(by: claims, in: realm, under: caller.project.policies, of: view)
            return SignedInCaller(caller: caller, account: account, claims: claims, session: session)
        }
        // The sessions of an emulator's tokens are synthetic.
        if caller.project.policies.endsSessions { await noteNetwork(of: holder.session, from: caller.client) }
        return holder
    }

    /// Whether the account and the session of a verified token are still valid. Ignores the token's expiry.
    public func isGood(_ holder: SignedInCaller) async throws -> Bool {
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
        guard let account = try view.account(claims.subject, in: realm) else { throw SignInError(.userNotFound) }
        if !policies.endsSessions { return (account, try lenientSession(of: account, by: claims, of: view)) }
        // Checked before the session, which ends when the account is disabled: apps show users why they are signed out.
        if account.disabled { throw SignInError(.userDisabled) }
        guard claims.issuedAt.secondsSince1970 >= account.validSince.secondsSince1970 else { throw SignInError(.tokenExpired) }
        guard let id = claims.firebase.session, let session = try view.session(SessionID(rawValue: id)), session.account == account.id,
            session.realm == realm, !session.isOver(at: now())
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
    public func isRecent(_ session: Session, in project: Project) -> Bool {
        now().timeIntervalSince(session.authenticatedAt) <= Double(project.settings.recentSignInSeconds)
    }

    /// Requires a recent sign-in.
    ///
    /// - Throws: ``SignInError`` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    func requireRecentSignIn(_ caller: SignedInCaller) throws {
        guard caller.caller.project.policies.requiresRecentSignIn else { return }
        let age = now().timeIntervalSince(caller.claims.authenticatedAt)
        guard age <= Double(caller.caller.project.settings.recentSignInSeconds) else { throw SignInError(.credentialTooOld) }
    }
}

extension Caller {
    /// The maximum length of the client's sessions, in seconds; `nil` for no limit.
    fileprivate var sessionSeconds: Int? {
        if project.id == .console { return ConsoleProject.sessionSeconds }
        let seconds = project.settings.legacy.sessionSeconds
        return generation == .legacy && seconds > 0 ? seconds : nil
    }
}
