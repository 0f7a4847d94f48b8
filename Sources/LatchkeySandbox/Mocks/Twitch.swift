import HTTPTypes

extension OAuth2Rules {
    /// Twitch's OpenID provider, and the call that describes a token.
    static let twitch = OAuth2Rules(
        provider: SandboxProvider(
            "twitch", "Twitch", id: "twitch.tv", webPath: "/twitch/oauth2", apiPath: "/twitch/oauth2", issuerPath: "/twitch/oauth2"),
        authorizePath: "/twitch/oauth2/authorize", tokenPath: "/twitch/oauth2/token", revokePath: "/twitch/oauth2/revoke",
        scopes: [Scope("openid", "Know who you are"), Scope("user:read:email", "See your email address")],
        requiredScope: "openid", emailScope: "user:read:email", challenge: .refused, acceptsSecretInHeader: false, tokenType: "bearer",
        openID: OpenIDRules(
            userinfoPath: "/twitch/oauth2/userinfo", keysPath: "/twitch/oauth2/keys", authenticationMethods: ["client_secret_post"],
            needsClaimsParameter: true
        ) { account, scopes in
            var claims: [String: JSON] = [
                "sub": JSON(account.id), "preferred_username": JSON(account.name), "picture": JSON(account.pictureURL),
            ]
            if scopes.contains("user:read:email"), let email = account.email {
                claims["email"] = JSON(email)
                claims["email_verified"] = .bool(account.isEmailVerified)
            }
            return claims
        },
        accountID: { MockAccount.digits($0, count: 8) },
        endpoints: [
            MockEndpoint("/twitch/oauth2/validate") { request in
                let caller = try await request.caller(scheme: "oauth")
                return [
                    "client_id": JSON(request.audience(of: caller)), "login": JSON(caller.account.handle),
                    "scopes": .array(caller.token.scopes.map { JSON($0) }), "user_id": JSON(caller.account.id),
                    "expires_in": JSON(caller.token.expiresAt.epochSeconds - request.state.now.epochSeconds),
                ]
            }
        ],
        apiError: { ["status": JSON($0.status.code), "message": JSON(HeaderText.clean($0.text))] })
}
