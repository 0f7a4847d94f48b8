/// The differences between the mock OpenID provider and the mock X, which share the other OAuth 2.0 code.
struct OAuth2Rules: Sendable {
    /// A scope that an application can request.
    struct Scope: Sendable {
        let name: String
        let meaning: String
    }

    let provider: SandboxProvider
    /// The provider's codes and tokens.
    let ledger: any WritableKeyPath<Ledger, OAuth2Ledger> & Sendable
    /// The paths of the authorization page, the token endpoint and the revocation endpoint.
    let authorizePath: String
    let tokenPath: String
    let revokePath: String
    let scopes: [Scope]
    /// The scope that every request must include.
    let requiredScope: String?
    /// The scope for the email address.
    let emailScope: String
    /// The scope for a refresh token.
    let refreshScope: String?
    let responseTypes: [String]
    let responseModes: [OAuth2Return.Mode]
    let codeLifetimeSeconds: Double
    let accessTokenLifetimeSeconds: Int
    /// Whether confidential applications must use PKCE, too; public ones always must.
    let requiresChallenge: Bool
    /// Whether the form may contain the client secret, instead of the `Authorization` header.
    let acceptsSecretInBody: Bool
    /// Whether consent is requested again after it was granted; if not, the page allows withholding individual scopes.
    let asksEveryTime: Bool
    /// The value of `token_type` in token responses.
    let tokenType: String
    let maxStateLength: Int

    /// OpenID Connect Core 1.0, similar to Google's provider.
    static let openID = OAuth2Rules(
        provider: .openID, ledger: \.openID, authorizePath: "/openid/authorize", tokenPath: "/openid/token",
        revokePath: "/openid/revoke",
        scopes: [
            Scope(name: "openid", meaning: "Know who you are"), Scope(name: "email", meaning: "See your email address"),
            Scope(name: "profile", meaning: "See your name and your picture"),
        ],
        requiredScope: "openid", emailScope: "email", refreshScope: nil, responseTypes: ["code", "id_token"],
        responseModes: [.query, .fragment, .formPost], codeLifetimeSeconds: 60, accessTokenLifetimeSeconds: 3600,
        requiresChallenge: false, acceptsSecretInBody: true, asksEveryTime: false, tokenType: "Bearer", maxStateLength: 2000)

    /// X's OAuth 2.0. Unlike X, it rejects the challenge method `plain`.
    static let x = OAuth2Rules(
        provider: .x, ledger: \.x, authorizePath: "/i/oauth2/authorize", tokenPath: "/2/oauth2/token",
        revokePath: "/2/oauth2/revoke",
        scopes: [
            Scope(name: "tweet.read", meaning: "See posts that you can see"),
            Scope(name: "users.read", meaning: "See your profile"),
            Scope(name: "users.email", meaning: "See your confirmed email address"),
            Scope(name: "offline.access", meaning: "Stay connected until you revoke it"),
        ],
        requiredScope: nil, emailScope: "users.email", refreshScope: "offline.access", responseTypes: ["code"],
        responseModes: [.query], codeLifetimeSeconds: 30, accessTokenLifetimeSeconds: 7200, requiresChallenge: true,
        acceptsSecretInBody: false, asksEveryTime: true, tokenType: "bearer", maxStateLength: 500)

    /// Parses a list of scopes separated by spaces; returns each one once, in the given order.
    ///
    /// - Returns: `nil` when a scope does not exist or the list is longer than 1000 bytes.
    func list(_ text: String) -> [String]? {
        var names: [String] = []
        for name in text.split(separator: " ").map(String.init) where !names.contains(name) { names.append(name) }
        guard text.utf8.count <= 1000, names.allSatisfy({ name in scopes.contains { $0.name == name } }) else { return nil }
        return names
    }
}
