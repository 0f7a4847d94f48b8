// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeySecrets

/// A token that was issued without a page.
public struct SandboxToken: Sendable {
    /// Where it is good.
    public let provider: SandboxProvider
    /// Twitter's `oauth_token` or GitHub's `gho_...`.
    public let accessToken: Secret<String>
    /// Twitter's `oauth_token_secret`; GitHub has none.
    public let tokenSecret: Secret<String>?
    /// GitHub's scopes; empty for Twitter.
    public let scopes: [String]
}

extension SandboxState {
    /// A token of a person for an application, as the whole flow would have ended.
    ///
    /// Throws ``SandboxError`` for an unknown application or person and for scopes that do not exist.
    ///
    /// - Parameter scopes: For GitHub only.
    public func issueToken(
        app key: String, person personKey: String, scopes: [String] = ["user:email"]
    ) throws -> SandboxToken {
        try withLedger { ledger in
            let app = try ledger.apps.app(key)
            let person = try ledger.people.person(personKey, at: app.provider)
            switch app.provider {
            case .twitter:
                let token = ledger.twitter.issueAccessToken(app: app, person: person, mayWrite: true, random: random)
                return SandboxToken(
                    provider: .twitter, accessToken: Secret(token.token), tokenSecret: token.secret, scopes: [])
            case .github:
                guard let list = GitHubScope.list(scopes.joined(separator: " ")) else {
                    throw SandboxError(.invalidValue, "one of the scopes \(scopes.joined(separator: ", ")) does not exist")
                }
                let token = ledger.github.issueToken(
                    for: Grant(appKey: app.key, personKey: person.key), scopes: list, now: now, random: random)
                return SandboxToken(
                    provider: .github, accessToken: token.token, tokenSecret: nil, scopes: list.map(\.rawValue))
            }
        }
    }

    /// Takes every token of a person for an application back, as a person does in the provider's settings.
    ///
    /// Throws ``SandboxError`` for an unknown application or person.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func revokeTokens(app key: String, person personKey: String) throws -> Bool {
        try withLedger { ledger in
            let app = try ledger.apps.app(key)
            let person = try ledger.people.person(personKey, at: app.provider)
            let grant = Grant(appKey: app.key, personKey: person.key)
            switch app.provider {
            case .twitter: return ledger.twitter.revoke(grant)
            case .github: return ledger.github.revoke(grant)
            }
        }
    }
}
