/// The differences between the mock OpenID providers.
struct OpenIDRules: Sendable {
    /// The paths of the userinfo endpoint and of the key set.
    let userinfoPath: String
    let keysPath: String
    /// The supported client authentication methods at the token endpoint.
    var authenticationMethods = ["client_secret_basic", "client_secret_post", "none"]
    /// Whether the discovery document names these methods.
    var namesAuthenticationMethods = true
    /// Whether ID tokens repeat the nonce of the authorization request.
    var repeatsNonce = true
    /// Whether callbacks contain the issuer (RFC 9207).
    var namesIssuerInCallbacks = false
    /// Whether the email address must be requested by the parameter `claims` too (OpenID Connect Core, section 5.5).
    var needsClaimsParameter = false
    /// The claims about an account that the scopes allow.
    var claims: @Sendable (_ account: MockAccount, _ scopes: [String]) -> [String: JSON] = { $0.standardClaims(for: $1) }
}

extension OAuth2Rules {
    /// OpenID Connect Core 1.0, similar to Google's provider.
    static let openID = OAuth2Rules(
        provider: .openID, authorizePath: "/openid/authorize", tokenPath: "/openid/token", revokePath: "/openid/revoke",
        scopes: [
            Scope("openid", "Know who you are"), Scope("email", "See your email address"),
            Scope("profile", "See your name and your picture"),
        ],
        requiredScope: "openid", emailScope: "email", responseTypes: ["code", "id_token"],
        responseModes: [.query, .fragment, .formPost],
        openID: OpenIDRules(userinfoPath: "/openid/userinfo", keysPath: "/openid/jwks", namesIssuerInCallbacks: true))
}
