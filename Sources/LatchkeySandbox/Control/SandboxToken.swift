public import LatchkeySecrets

/// A token that was issued without a page.
public struct SandboxToken: Sendable {
    /// The provider that accepts the token.
    public let provider: SandboxProvider
    /// Twitter's `oauth_token`, GitHub's `gho_...`, or the bearer token of X or the OpenID provider.
    public let accessToken: Secret<String>
    /// Twitter's `oauth_token_secret`; `nil` for other providers.
    public let tokenSecret: Secret<String>?
    /// The scopes of the token; empty for Twitter.
    public let scopes: [String]
    /// X's refresh token, when the scopes contain `offline.access`.
    public let refreshToken: Secret<String>?
    /// The OpenID provider's ID token.
    public let idToken: Secret<String>?
}

extension SandboxState {
    /// Issues a token of a person for an application, with the same result as the complete flow.
    ///
    /// Throws ``SandboxError`` for an unknown application or person and for scopes that do not exist.
    ///
    /// - Parameters:
    ///   - scopes: The scopes for all providers except Twitter; email and profile by default.
    ///   - nonce: The `nonce` of an ID token.
    ///   - base: The scheme and host for the issuer of an ID token; from the configuration by default.
    public func issueToken(
        app key: String, person personKey: String, scopes: [String]? = nil, nonce: String? = nil, base: String? = nil
    ) throws -> SandboxToken {
        let (app, person) = try withLedger { ledger in
            let app = try ledger.apps.app(key)
            return (app, try ledger.people.person(personKey, at: app.provider))
        }
        let grant = Grant(appKey: app.key, personKey: person.key)
        switch app.provider {
        case .twitter:
            let token = withLedger {
                $0.twitter.issueAccessToken(app: app, person: person, mayWrite: true, random: random)
            }
            return SandboxToken(
                provider: .twitter, accessToken: Secret(token.token), tokenSecret: token.secret, scopes: [],
                refreshToken: nil, idToken: nil)
        case .github:
            let list = try Self.known(scopes ?? ["user:email"]) { GitHubScope.list($0) }
            let token = withLedger { $0.github.issueToken(for: grant, scopes: list, now: now, random: random) }
            return SandboxToken(
                provider: .github, accessToken: token.token, tokenSecret: nil, scopes: list.map(\.rawValue),
                refreshToken: nil, idToken: nil)
        default:
            return try issueOAuth2Token(app, person, grant, scopes: scopes, nonce: nonce, base: base)
        }
    }

    private func issueOAuth2Token(
        _ app: SandboxApp, _ person: SandboxPerson, _ grant: Grant, scopes: [String]?, nonce: String?, base: String?
    ) throws -> SandboxToken {
        guard let rules = app.provider.rules else {
            throw SandboxError(.invalidValue, "\(app.provider.displayName) issues no tokens of OAuth 2.0")
        }
        let standard = rules.scopes.map(\.name).filter { $0 != rules.refreshScope }
        let list = try Self.known(scopes ?? standard) { rules.list($0) }
        let issued = issue(rules, grant, scopes: list)
        var idToken: String?
        if rules.openID != nil {
            let maker = IDTokenMaker(state: self, rules: rules, base: base ?? defaultBase, path: rules.tokenPath, now: now)
            idToken = try maker.token(for: person, app: app, scopes: list, nonce: nonce, accessToken: issued.access.token.expose())
        }
        return SandboxToken(
            provider: app.provider, accessToken: issued.access.token, tokenSecret: nil, scopes: list,
            refreshToken: issued.refreshToken, idToken: idToken.map { Secret($0) })
    }

    private func issue(_ rules: OAuth2Rules, _ grant: Grant, scopes: [String]) -> OAuth2Ledger.Issued {
        withLedger { ledger in
            let family = ledger.oauth2[rules.provider, default: OAuth2Ledger()].beginFamily(grant, scopes: scopes)
            return ledger.oauth2[rules.provider, default: OAuth2Ledger()].issue(
                grant, scopes: scopes, family: family, rules: rules, now: now, random: random)
        }
    }

    private static func known<Scope>(_ scopes: [String], _ read: (String) -> [Scope]?) throws -> [Scope] {
        guard let list = read(scopes.joined(separator: " ")) else {
            throw SandboxError(.invalidValue, "one of the scopes \(scopes.joined(separator: ", ")) does not exist")
        }
        return list
    }

    /// Revokes all tokens of a person for an application, like a user in the provider's settings.
    ///
    /// Throws ``SandboxError`` for an unknown application or person.
    ///
    /// - Returns: Whether there was a token to revoke.
    @discardableResult
    public func revokeTokens(app key: String, person personKey: String) throws -> Bool {
        try withLedger { ledger in
            let app = try ledger.apps.app(key)
            let person = try ledger.people.person(personKey, at: app.provider)
            let grant = Grant(appKey: app.key, personKey: person.key)
            switch app.provider {
            case .twitter: return ledger.twitter.revoke(grant)
            case .github: return ledger.github.revoke(grant)
            default: return ledger.oauth2[app.provider, default: OAuth2Ledger()].revoke(grant, now: now)
            }
        }
    }
}
