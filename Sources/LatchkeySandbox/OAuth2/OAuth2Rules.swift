/// The differences between the mock providers that share the OAuth 2.0 code.
struct OAuth2Rules: Sendable {
    /// A scope that an application can request.
    struct Scope: Sendable {
        let name: String
        let meaning: String

        init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    /// Whether an authorization request has a PKCE challenge.
    enum Challenge: Sendable {
        /// Confidential applications must use PKCE, too.
        case required
        /// Public applications must use PKCE.
        case optional
        /// The provider does not support PKCE, and the sandbox rejects what the real one ignores or fails on.
        case refused
    }

    let provider: SandboxProvider
    /// The paths of the authorization page, the token endpoint and the revocation endpoint.
    let authorizePath: String
    let tokenPath: String
    var revokePath: String?
    let scopes: [Scope]
    /// The scope that every request must include.
    var requiredScope: String?
    /// The scope for the email address.
    let emailScope: String
    /// The scope for a refresh token.
    var refreshScope: String?
    var responseTypes = ["code"]
    var responseModes: [OAuth2Return.Mode] = [.query]
    var codeLifetimeSeconds: Double = 60
    var accessTokenLifetimeSeconds = 3600
    var challenge = Challenge.optional
    /// Whether the form may contain the client secret, instead of the `Authorization` header.
    var acceptsSecretInBody = true
    /// Whether the `Authorization` header may contain the client secret.
    var acceptsSecretInHeader = true
    /// Whether consent is requested again after it was granted; if not, the page allows withholding individual scopes.
    var asksEveryTime = false
    /// The value of `token_type` in token responses.
    var tokenType = "Bearer"
    var maxStateLength = 2000
    /// The rules of an OpenID provider; `nil` for a provider without ID tokens.
    var openID: OpenIDRules?
    /// The provider's ID of a person's account, from the person's account at the OpenID provider.
    var accountID: @Sendable (SandboxOpenIDAccount) -> String = { $0.subject }
    /// The calls of the provider's API.
    var endpoints: [MockEndpoint] = []
    /// The body of an error of the token endpoint.
    var tokenError: @Sendable (OAuth2Refusal) -> JSON = { $0.standardBody }
    /// The body of an error of the API.
    var apiError: @Sendable (OAuth2Refusal) -> JSON = { $0.standardBody }

    /// All providers that share the OAuth 2.0 code.
    static let all: [OAuth2Rules] = [openID, x] + mocks

    /// The table of the providers that consist of their rules: a new mock provider is one file and one entry here.
    static let mocks: [OAuth2Rules] = [facebook, discord, linkedIn, slack, twitch, spotify]

    /// X's OAuth 2.0. Unlike X, it rejects the challenge method `plain`.
    static let x = OAuth2Rules(
        provider: .x, authorizePath: "/i/oauth2/authorize", tokenPath: "/2/oauth2/token", revokePath: "/2/oauth2/revoke",
        scopes: [
            Scope("tweet.read", "See posts that you can see"),
            Scope("users.read", "See your profile"),
            Scope("users.email", "See your confirmed email address"),
            Scope("offline.access", "Stay connected until you revoke it"),
        ],
        emailScope: "users.email", refreshScope: "offline.access", codeLifetimeSeconds: 30, accessTokenLifetimeSeconds: 7200,
        challenge: .required, acceptsSecretInBody: false, asksEveryTime: true, tokenType: "bearer", maxStateLength: 500)

    /// Parses a list of scopes separated by spaces; returns each one once, in the given order.
    ///
    /// - Returns: `nil` when a scope does not exist or the list is longer than 1000 bytes.
    func list(_ text: String) -> [String]? {
        var names: [String] = []
        for name in text.split(separator: " ").map(String.init) where !names.contains(name) { names.append(name) }
        guard text.utf8.count <= 1000, names.allSatisfy({ name in scopes.contains { $0.name == name } }) else { return nil }
        return names
    }

    /// Returns the issuer of an OpenID provider; `nil` for other providers.
    ///
    /// - Parameter base: The scheme and host that the client used. Each name of this machine is a separate issuer with the
    ///   same people and keys.
    func issuer(at base: String) -> String? {
        openID.flatMap { _ in provider.issuerPath }.map { base + $0 }
    }
}
