/// In what the pretend OpenID provider and the pretend X differ; everything else of OAuth 2.0 they do alike.
struct OAuth2Rules: Sendable {
    /// A permission that an application may ask for.
    struct Scope: Sendable {
        let name: String
        let meaning: String
    }

    let provider: SandboxProvider
    /// Where the provider keeps its codes and tokens.
    let ledger: any WritableKeyPath<Ledger, OAuth2Ledger> & Sendable
    /// The paths of the authorisation page, the token endpoint and the revocation endpoint.
    let authorizePath: String
    let tokenPath: String
    let revokePath: String
    let scopes: [Scope]
    /// The scope that every request must name.
    let requiredScope: String?
    /// The scope without which no application learns an address.
    let emailScope: String
    /// The scope that brings a refresh token.
    let refreshScope: String?
    let responseTypes: [String]
    let responseModes: [OAuth2Return.Mode]
    let codeLifetimeSeconds: Double
    let accessTokenLifetimeSeconds: Int
    /// Whether PKCE is demanded of confidential applications too; public ones always need it.
    let requiresChallenge: Bool
    /// Whether a secret may stand in the form instead of the `Authorization` header.
    let acceptsSecretInBody: Bool
    /// Whether a person who has let an application in is asked again; if not, single scopes may be withheld on the page.
    let asksEveryTime: Bool
    /// How the token endpoint spells the type of a token.
    let tokenType: String
    let maxStateLength: Int

    /// OpenID Connect Core 1.0, with the habits of Google's provider.
    static let openID = OAuth2Rules(
        provider: .openID, ledger: \.openID, authorizePath: "/openid/authorize", tokenPath: "/openid/token",
        revokePath: "/openid/revoke",
        scopes: [
            Scope(name: "openid", meaning: "Know who you are"), Scope(name: "email", meaning: "See your e-mail address"),
            Scope(name: "profile", meaning: "See your name and your picture"),
        ],
        requiredScope: "openid", emailScope: "email", refreshScope: nil, responseTypes: ["code", "id_token"],
        responseModes: [.query, .fragment, .formPost], codeLifetimeSeconds: 60, accessTokenLifetimeSeconds: 3600,
        requiresChallenge: false, acceptsSecretInBody: true, asksEveryTime: false, tokenType: "Bearer", maxStateLength: 2000)

    /// X's OAuth 2.0. Stricter than the original, the challenge method `plain` is refused.
    static let x = OAuth2Rules(
        provider: .x, ledger: \.x, authorizePath: "/i/oauth2/authorize", tokenPath: "/2/oauth2/token",
        revokePath: "/2/oauth2/revoke",
        scopes: [
            Scope(name: "tweet.read", meaning: "See posts that you can see"),
            Scope(name: "users.read", meaning: "See your profile"),
            Scope(name: "users.email", meaning: "See your confirmed e-mail address"),
            Scope(name: "offline.access", meaning: "Stay connected until you revoke it"),
        ],
        requiredScope: nil, emailScope: "users.email", refreshScope: "offline.access", responseTypes: ["code"],
        responseModes: [.query], codeLifetimeSeconds: 30, accessTokenLifetimeSeconds: 7200, requiresChallenge: true,
        acceptsSecretInBody: false, asksEveryTime: true, tokenType: "bearer", maxStateLength: 500)

    /// The scopes of a list separated by spaces, each once, in the order given.
    ///
    /// - Returns: `nil` when one does not exist or the list is longer than any sensible one.
    func list(_ text: String) -> [String]? {
        var names: [String] = []
        for name in text.split(separator: " ").map(String.init) where !names.contains(name) { names.append(name) }
        guard text.utf8.count <= 1000, names.allSatisfy({ name in scopes.contains { $0.name == name } }) else { return nil }
        return names
    }
}
