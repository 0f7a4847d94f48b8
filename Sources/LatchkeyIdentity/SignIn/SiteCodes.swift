import Foundation
package import LatchkeySecrets

/// One-time codes, with which a web site gets its own session for a user of the server's sign-in page.
///
/// A code is an authorization code with proof of possession (RFC 7636): sites have no secret, so the exchange requires the verifier
/// that matches the SHA-256 sent before the sign-in. The code is stored like the result of a flow, and is invalidated by everything that
/// ends the page's session.
package struct SiteCodes: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let sealer: Sealer
    let throttle: any RateLimits
    let now: WallClock
    let random: RandomTokens

    /// The lifetime of a code, in seconds: the time for the redirect from one page to the next.
    package static let lifetimeSeconds = 60.0
    /// The valid lengths of a verifier (RFC 7636, section 4.1).
    static let verifierBytes = 43...128
    /// The limit of wrong codes from one network; correct ones do not count. Codes cannot be guessed, so the limit bounds work only. It is
    /// high enough that invalid codes from strangers do not block a site that exchanges codes on its own server.
    static let failuresOfANetwork = Quota(10_000, everySeconds: 600)

    package init(
        store: any AccountStore, sessions: Sessions, sealer: Sealer, throttle: any RateLimits, now: @escaping WallClock,
        random: RandomTokens = .system
    ) {
        self.store = store
        self.sessions = sessions
        self.sealer = sealer
        self.throttle = throttle
        self.now = now
        self.random = random
    }

    /// The data that a code refers to.
    private struct Grant: Codable {
        let account: String
        let session: String
        let origin: String
    }

    /// Creates a code for the holder of tokens.
    ///
    /// - Parameters:
    ///   - origin: The origin of the site, as browsers write it.
    ///   - challenge: The SHA-256 of the verifier that the site keeps.
    package func issue(for tokens: IssuedTokens, origin: String, challenge: Fingerprint) async throws -> Secret<String> {
        let code = random.token()
        let id = Fingerprint(of: code)
        let instant = now().inWholeMilliseconds
        let realm = tokens.account.realm
        let grant = Grant(account: tokens.account.id.rawValue, session: tokens.session.id.rawValue, origin: origin)
        let result = FlowResult(
            id: id, realm: realm, provider: .site, session: challenge,
            sealedAssertion: try sealer.seal(JSONEncoder().encode(grant), for: FlowResult.grantContext(project: realm.project, id: id)),
            expiresAt: instant.addingTimeInterval(Self.lifetimeSeconds))
        try await store.write { transaction in
            try transaction.removeExpired(at: instant)
            try transaction.insert(result)
        }
        return Secret(code)
    }

    /// Exchanges a code for a session of the site. Each code works once.
    ///
    /// - Throws: ``SignInError`` with `INVALID_SIGN_IN_CODE`, which does not state the reason; `USER_DISABLED`. ``TooManyAttempts``.
    package func exchange(_ code: Secret<String>, verifier: Secret<String>, for caller: Caller) async throws -> IssuedTokens {
        try await store.recordingRefusals(of: .signIn, caller: caller, at: now) {
            try await throttle.take(.siteCode, of: Self.failuresOfANetwork, by: caller)
        }
        guard Self.verifierBytes.contains(verifier.expose().utf8.count) else {
            throw SignInError(.invalidSignInCode, message: Self.meaning)
        }
        let opened: Sessions.Opened
        do {
            opened = try await store.write { try open(code, verifier: verifier, for: caller, in: $0) }
        } catch let refusal as SignInError {
            // Recorded separately, because the exchange was undone: a code that another site presented stays valid.
            let instant = now().inWholeMilliseconds
            try await store.write { transaction in
                try EventScribe(transaction: transaction, caller: caller, method: nil, at: instant)
                    .write(.signIn, .refused, subject: nil, reason: refusal.code)
            }
            throw refusal
        }
        await throttle.giveBack(.siteCode, of: Self.failuresOfANetwork, by: caller)
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
        // Taken only with the right verifier, so that an observer of a code cannot use it up.
        guard let kept = try transaction.takeResult(id, session: Fingerprint(of: verifier.expose()), in: caller.realm, at: instant),
            kept.provider == .site
        else {
            throw refusal("no such code")
        }
        let clear = try sealer.open(kept.sealedAssertion, for: FlowResult.grantContext(project: caller.project.id, id: id))
        let grant = try JSONDecoder().decode(Grant.self, from: Data(clear.expose()))
        // Clients other than browsers send no origin, and could send any.
        if let origin = caller.origin, origin != grant.origin { throw refusal("for another site") }
        guard let account = try transaction.account(AccountID(rawValue: grant.account), in: caller.realm),
            let session = try transaction.session(SessionID(rawValue: grant.session)), session.account == account.id,
            session.createdAt.secondsSince1970 >= account.validSince.secondsSince1970, !session.isOver(at: instant)
        else {
            throw refusal("the session at the page has ended")
        }
        if account.disabled { throw SignInError(.userDisabled) }
        // The user authenticated at the page. Time and method of the authentication apply to the site's session too.
        let opened = try sessions.open(
            account, by: session.method, for: caller, authenticatedAt: session.authenticatedAt, claims: session.claims,
            secondFactor: session.secondFactor, in: transaction)
        let scribe = EventScribe(transaction: transaction, caller: caller, method: session.method, at: instant)
        try scribe.write(.signIn, .allowed, subject: account.id, session: opened.session.id)
        return opened
    }
}

extension ProviderID {
    /// A placeholder for the provider in a site's stored data. No provider has this id, so no assertion is stored with it.
    package static let site: Self = "latchkey:site"
}

extension Throttle.Action {
    fileprivate static let siteCode = Self(rawValue: "site_code")
}
