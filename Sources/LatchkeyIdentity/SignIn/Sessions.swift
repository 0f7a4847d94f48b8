public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a signed-in client receives.
public struct IssuedTokens: Sendable {
    public let account: Account
    public let session: Session
    public let idToken: String
    public let refreshToken: Secret<String>
    public let expiresInSeconds: Int
}

/// Opens sessions, keeps them alive, and says whether an ID token still opens its account.
public struct Sessions: Sendable {
    let store: any AccountStore
    let authority: TokenAuthority
    /// Who carries questions to the projects' hooks; without, whoever a hook has to be asked about is refused.
    let hooks: (any HookTransport)?
    /// Counts the accounts that a network makes; without, there may be any number.
    let throttle: Throttle?
    /// Sends mails about new networks; none are sent without it.
    let outbox: Outbox?
    let now: WallClock
    let random: RandomTokens

    /// Refresh tokens begin with this, so that one that leaked is recognised by scanners.
    static let refreshTokenPrefix = "lkr_"
    static let refreshTokenBytes = refreshTokenPrefix.utf8.count + 43
    /// A session's use is written down at most once in this time, so that refreshing stays a matter of reading.
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

    /// A session that a transaction has just opened; its refresh token exists only here.
    struct Opened: Sendable {
        let account: Account
        let session: Session
        let refreshToken: Secret<String>
    }

    /// Opens a session inside a transaction and writes down when the account was last signed in to.
    ///
    /// - Parameter earlier: When the person proved who they are, where this session only takes the place of another: a change of the
    ///   account is no sign-in, and must not pass for a recent one.
    /// - Parameter former: The session in whose place it comes; it ends when that one would have.
    /// - Parameter isNew: The account was created in this transaction, with its first sign-in. Apps compare the two times.
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

    /// Signs the first ID token of a session. Outside the transaction: signing takes longer than writing.
    func issue(_ opened: Opened) async throws -> IssuedTokens {
        IssuedTokens(
            account: opened.account, session: opened.session, idToken: try authority.idToken(for: opened.account, in: opened.session),
            refreshToken: opened.refreshToken, expiresInSeconds: IDTokenClaims.lifetimeSeconds(of: opened.session, at: now()))
    }

    /// A fresh ID token for a refresh token (Secure Token's `refresh_token` grant).
    ///
    /// - Parameter client: The client that uses the token; a use from a new network is recorded.
    /// - Throws: ``SignInError``: `INVALID_REFRESH_TOKEN` for what was never one of ours or belongs to another project; `TOKEN_EXPIRED`
    ///   for one whose session was revoked; `USER_DISABLED`; `PROJECT_DISABLED` for one of a tenant that is switched off.
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

    /// Returns another refresh token of the same session. The store knows its first part, so that nothing has to be stored for each
    /// refresh.
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

    /// Whom a refresh token stands for; its use is written down.
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
        // A session that is gone was revoked, or its account was deleted: clients sign out on this code, and should.
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
            // Best effort: a refresh only reads, and a full disk must not sign people out. The next refresh writes it down.
            try? await store.write { transaction in
                try transaction.touch(session.id, at: instant.inWholeMilliseconds)
            }
        }
        return (account, session)
    }

    /// The account of a session that was good, as it is now; for what takes long, and goes on under a session that may end meanwhile.
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

    /// Ends the session of a refresh token, for whoever holds it; nothing happens when it has ended before.
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

    /// Who an ID token stands for, if it still opens the account.
    ///
    /// - Throws: ``SignInError``: `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `TENANT_ID_MISMATCH`, `USER_NOT_FOUND`, `USER_DISABLED`.
    public func check(_ idToken: String, from caller: Caller) async throws -> SignedInCaller {
        try await holder(of: try await authority.claims(of: idToken, for: caller.project.id), from: caller)
    }

    /// Who claims that were verified stand for, if their session still lives.
    func holder(of claims: IDTokenClaims, from caller: Caller) async throws -> SignedInCaller {
        // In an emulator, a token without a tenant is one of the tenant that the request names.
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

    /// Whether a token that was good still opens its account, but for its time.
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

    /// The account of a signed-in caller as it is now, if the caller's token still opens it.
    ///
    /// Every transaction in the name of a signed-in caller begins with this: between the check of a token and the transaction a
    /// password may have been hashed or a provider asked, and meanwhile the account may have changed hands.
    func account(of caller: SignedInCaller, in view: any StoreReading) throws -> Account {
        try opened(by: caller.claims, in: caller.caller.realm, under: caller.caller.project.policies, of: view).account
    }

    /// A token's second is too coarse to tell which of two things that happened in it came first, so its session has to exist too.
    private func opened(
        by claims: IDTokenClaims, in realm: Realm, under policies: AccountPolicies, of view: any StoreReading
    ) throws -> (account: Account, session: Session) {
        guard let account = try view.account(claims.subject, in: realm) else { throw SignInError(.userNotFound) }
        if !policies.endsSessions { return (account, try lenientSession(of: account, by: claims, of: view)) }
        // Before the session, which disabling an account ends: apps show people why they are signed out.
        if account.disabled { throw SignInError(.userDisabled) }
        guard claims.issuedAt.secondsSince1970 >= account.validSince.secondsSince1970 else { throw SignInError(.tokenExpired) }
        guard let id = claims.firebase.session, let session = try view.session(SessionID(rawValue: id)), session.account == account.id,
            session.realm == realm, !session.isOver(at: now())
        else {
            throw SignInError(.tokenExpired, cause: "the session has ended")
        }
        return (account, session)
    }

    /// The session of an emulator's token; one made up for a token that a test program wrote itself.
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

    /// Whether the holder of a session proved who they are lately enough for what a stolen one must not do.
    public func isRecent(_ session: Session, in project: Project) -> Bool {
        now().timeIntervalSince(session.authenticatedAt) <= Double(project.settings.recentSignInSeconds)
    }

    /// - Throws: ``SignInError`` with `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the sign-in is too long ago for what is asked.
    func requireRecentSignIn(_ caller: SignedInCaller) throws {
        guard caller.caller.project.policies.requiresRecentSignIn else { return }
        let age = now().timeIntervalSince(caller.claims.authenticatedAt)
        guard age <= Double(caller.caller.project.settings.recentSignInSeconds) else { throw SignInError(.credentialTooOld) }
    }
}

extension Caller {
    /// How long a session of this client lasts at most; nil for one that has no end of its own.
    fileprivate var sessionSeconds: Int? {
        if project.id == .console { return ConsoleProject.sessionSeconds }
        let seconds = project.settings.legacy.sessionSeconds
        return generation == .legacy && seconds > 0 ? seconds : nil
    }
}
