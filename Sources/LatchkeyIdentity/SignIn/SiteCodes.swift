public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One-time codes by which a web site gets a session of its own for somebody who is signed in at the server's sign-in page.
///
/// A code is an authorization code with proof of possession (RFC 7636): a site keeps no secret, so whoever exchanges a code shows the
/// verifier whose SHA-256 was named before the person signed in. It is kept as a flow's result is, and is worth what the page's own
/// session is worth: what ends that session ends the code.
public struct SiteCodes: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let sealer: Sealer
    let throttle: Throttle
    let now: WallClock
    let random: RandomTokens

    /// It travels from one page to the next.
    public static let lifetimeSeconds = 60.0
    /// RFC 7636, section 4.1.
    static let verifierBytes = 43...128
    /// Wrong codes from one network; right ones do not count. Nobody guesses a code: this bounds work, and is so high that strangers who
    /// bring rubbish to a site that exchanges on its own server do not close it.
    static let failuresOfANetwork = Quota(10_000, everySeconds: 600)

    public init(
        store: any AccountStore, sessions: Sessions, sealer: Sealer, throttle: Throttle, now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.sealer = sealer
        self.throttle = throttle
        self.now = now
        self.random = random
    }

    /// What a code stands for.
    private struct Grant: Codable {
        let account: String
        let session: String
        let origin: String
    }

    /// A new code for whoever holds the tokens.
    ///
    /// - Parameters:
    ///   - origin: That of the site, as browsers write it.
    ///   - challenge: The SHA-256 of the verifier that the site keeps.
    public func issue(for tokens: IssuedTokens, origin: String, challenge: Fingerprint) async throws -> Secret<String> {
        let code = random.token()
        let id = Fingerprint(of: code)
        let instant = now().inWholeMilliseconds
        let realm = tokens.account.realm
        let grant = Grant(account: tokens.account.id.rawValue, session: tokens.session.id.rawValue, origin: origin)
        let result = FlowResult(
            id: id, realm: realm, provider: .site, session: challenge,
            sealedAssertion: try sealer.seal(JSONEncoder().encode(grant), for: Self.sealingContext(project: realm.project, id: id)),
            expiresAt: instant.addingTimeInterval(Self.lifetimeSeconds))
        try await store.write { transaction in
            try transaction.removeExpired(at: instant)
            try transaction.insert(result)
        }
        return Secret(code)
    }

    /// Opens a session for the site that shows a code, once.
    ///
    /// - Throws: ``SignInError`` with `INVALID_SIGN_IN_CODE`, which does not tell why; `USER_DISABLED`. ``TooManyAttempts``.
    public func exchange(_ code: Secret<String>, verifier: Secret<String>, for caller: Caller) async throws -> IssuedTokens {
        try await store.recordingRefusals(of: .signIn, caller: caller, at: now) {
            try throttle.take(.siteCode, of: Self.failuresOfANetwork, by: caller)
        }
        guard Self.verifierBytes.contains(verifier.expose().utf8.count) else {
            throw SignInError(.invalidSignInCode, message: Self.meaning)
        }
        let opened: Sessions.Opened
        do {
            opened = try await store.write { try open(code, verifier: verifier, for: caller, in: $0) }
        } catch let refusal as SignInError {
            // By itself: what the exchange had begun was taken back, and a code that another site showed is still good.
            let instant = now().inWholeMilliseconds
            try await store.write { transaction in
                try EventScribe(transaction: transaction, caller: caller, method: nil, at: instant)
                    .write(.signIn, .refused, subject: nil, reason: refusal.code)
            }
            throw refusal
        }
        throttle.giveBack(.siteCode, of: Self.failuresOfANetwork, by: caller)
        return try await sessions.issue(opened)
    }

    static let meaning =
        "The code is unknown, used, older than 60 seconds, or made for another project, site or codeVerifier. Begin the sign-in again."

    private func open(
        _ code: Secret<String>, verifier: Secret<String>, for caller: Caller, in transaction: any StoreWriting
    ) throws -> Sessions.Opened {
        let instant = now().inWholeMilliseconds
        let id = Fingerprint(of: code.expose())
        func refusal(_ cause: String) -> SignInError { SignInError(.invalidSignInCode, message: Self.meaning, cause: cause) }
        // Taken only with the right verifier: whoever sees a code cannot even use it up.
        guard let kept = try transaction.takeResult(id, session: Fingerprint(of: verifier.expose()), in: caller.realm, at: instant),
            kept.provider == .site
        else {
            throw refusal("no such code")
        }
        let clear = try sealer.open(kept.sealedAssertion, for: Self.sealingContext(project: caller.project.id, id: id))
        let grant = try JSONDecoder().decode(Grant.self, from: Data(clear.expose()))
        // A program that is no browser names no origin; one could name any.
        if let origin = caller.origin, origin != grant.origin { throw refusal("for another site") }
        guard let account = try transaction.account(AccountID(rawValue: grant.account), in: caller.realm),
            let session = try transaction.session(SessionID(rawValue: grant.session)), session.account == account.id,
            session.createdAt.secondsSince1970 >= account.validSince.secondsSince1970, !session.isOver(at: instant)
        else {
            throw refusal("the session at the page has ended")
        }
        if account.disabled { throw SignInError(.userDisabled) }
        // The person showed who they are at the page, and when and how they did goes on to the site.
        let opened = try sessions.open(
            account, by: session.method, for: caller, authenticatedAt: session.authenticatedAt, claims: session.claims,
            secondFactor: session.secondFactor, in: transaction)
        let scribe = EventScribe(transaction: transaction, caller: caller, method: session.method, at: instant)
        try scribe.write(.signIn, .allowed, subject: account.id, session: opened.session.id)
        return opened
    }

    private static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "flow_result", row: id.hex, column: "sealed_grant")
    }
}

extension ProviderID {
    /// In place of a provider's name in what is kept for a site; it is nobody's, so no provider's word is kept under it.
    public static let site: Self = "latchkey:site"
}

extension Throttle.Deed {
    fileprivate static let siteCode = Self(rawValue: "site_code")
}
