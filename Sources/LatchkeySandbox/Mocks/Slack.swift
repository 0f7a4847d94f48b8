extension OAuth2Rules {
    /// Sign in with Slack. All people are members of one workspace.
    static let slack = OAuth2Rules(
        provider: SandboxProvider("slack", "Slack", id: "slack.com", webPath: "/slack", apiPath: "/slack", issuerPath: "/slack"),
        authorizePath: "/slack/openid/connect/authorize", tokenPath: "/slack/api/openid.connect.token",
        scopes: [
            Scope("openid", "Know who you are"), Scope("profile", "See your name and your picture"),
            Scope("email", "See your email address"),
        ],
        requiredScope: "openid", emailScope: "email", responseModes: [.query, .formPost], challenge: .refused,
        openID: OpenIDRules(
            userinfoPath: "/slack/api/openid.connect.userInfo", keysPath: "/slack/openid/connect/keys",
            authenticationMethods: ["client_secret_post", "client_secret_basic"]
        ) { account, scopes in
            var claims = account.standardClaims(for: scopes)
            claims["https://slack.com/user_id"] = JSON(account.id)
            claims["https://slack.com/team_id"] = "T0SANDBOX"
            return claims
        },
        accountID: { "U0" + MockAccount.digits($0, count: 7) })
}
