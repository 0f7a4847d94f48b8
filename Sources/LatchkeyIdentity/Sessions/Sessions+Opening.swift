import Foundation
import LatchkeySecrets

extension Sessions {
    /// Opens a session inside a transaction and, unless the account is new, updates its last sign-in.
    ///
    /// - Parameter earlier: The time of the authentication, if this session replaces another one: a change of the account is not a sign-in,
    ///   and must not count as a recent one.
    /// - Parameter former: The session that is replaced. The new one ends at the same time.
    /// - Parameter isNew: Whether the account was created in this transaction, with its first sign-in. Apps compare the two times. Such an
    ///   account must already be stored as it is passed, with `lastRefreshAt`: it is not written again.
    func open(
        _ account: Account, by method: ProviderID, for caller: Caller, authenticatedAt earlier: Date? = nil,
        replacing former: Session? = nil, isNew: Bool = false,
        claims: String? = nil, secondFactor: UsedSecondFactor? = nil, in transaction: any StoreWriting
    ) throws -> Opened {
        let instant = now().inWholeMilliseconds
        var account = account
        if earlier == nil, !isNew { account.lastSignInAt = instant }
        if !isNew {
            account.lastRefreshAt = instant
            try transaction.update(account)
        }
        let token = RefreshToken.make(at: instant, random: random)
        let session = Session(
            id: .make(at: instant, random: random), account: account.id, realm: account.realm, refreshToken: RefreshToken.key(of: token),
            // After the clock was set back, the account's sessions may have ended at a time that is still to come.
            createdAt: max(instant, account.validSince), authenticatedAt: earlier ?? instant, method: method,
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
}

extension SessionID {
    /// Returns an id that begins with the time, for the same reason as a ``RefreshToken``.
    fileprivate static func make(at instant: Date, random: RandomTokens) -> Self {
        Self(rawValue: String(instant.millisecondsSince1970, radix: 16) + random.token(byteCount: 12))
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
