extension OAuth2Rules {
    /// LinkedIn's OpenID provider, whose ID tokens do not repeat the nonce.
    static let linkedIn = OAuth2Rules(
        provider: SandboxProvider(
            "linkedin", "LinkedIn", id: "linkedin.com", webPath: "/linkedin/oauth", apiPath: "/linkedin/oauth",
            issuerPath: "/linkedin/oauth"),
        authorizePath: "/linkedin/oauth/v2/authorization", tokenPath: "/linkedin/oauth/v2/accessToken",
        scopes: [
            Scope("openid", "Know who you are"), Scope("profile", "See your name and your picture"),
            Scope("email", "See your email address"),
        ],
        requiredScope: "openid", emailScope: "email", accessTokenLifetimeSeconds: 5_184_000, challenge: .refused,
        acceptsSecretInHeader: false,
        openID: OpenIDRules(
            userinfoPath: "/linkedin/v2/userinfo", keysPath: "/linkedin/oauth/openid/jwks", namesAuthenticationMethods: false,
            repeatsNonce: false),
        accountID: { "782bbtaQ" + MockAccount.digits($0, count: 6) })
}
