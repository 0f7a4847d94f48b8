import HTTPTypes

extension OAuth2Rules {
    /// Discord's OAuth 2.0 and the two calls that describe a user and a token.
    static let discord = OAuth2Rules(
        provider: SandboxProvider("discord", "Discord", id: "discord.com", webPath: "/discord", apiPath: "/discord"),
        authorizePath: "/discord/oauth2/authorize", tokenPath: "/discord/api/oauth2/token",
        scopes: [Scope("identify", "See your name and your avatar"), Scope("email", "See your email address")],
        emailScope: "email", accessTokenLifetimeSeconds: 604_800,
        accountID: { "80351" + MockAccount.digits($0, count: 13) },
        endpoints: [
            MockEndpoint("/discord/api/v10/users/@me") { request in
                let caller = try await request.caller()
                guard caller.token.scopes.contains("identify") else { throw OAuth2Refusal.invalidToken("The scope identify is missing.") }
                var members = user(caller.account)
                if caller.token.scopes.contains("email") {
                    members["email"] = JSON(caller.account.email)
                    members["verified"] = .bool(caller.account.email != nil && caller.account.isEmailVerified)
                }
                return .object(members)
            },
            MockEndpoint("/discord/api/v10/oauth2/@me") { request in
                let caller = try await request.caller()
                return [
                    "application": ["id": JSON(request.audience(of: caller)), "name": "Latchkey"],
                    "scopes": .array(caller.token.scopes.map { JSON($0) }),
                    "expires": JSON(caller.token.expiresAt.gitHubDate), "user": .object(user(caller.account)),
                ]
            },
        ],
        apiError: { ["message": $0.status.code == 401 ? "401: Unauthorized" : JSON(HeaderText.clean($0.text)), "code": 0] })

    private static func user(_ account: MockAccount) -> [String: JSON] {
        [
            "id": JSON(account.id), "username": JSON(account.handle), "discriminator": "0", "global_name": JSON(account.name),
            "avatar": "8342729096ea3675442027381ff50dfe", "public_flags": 0,
        ]
    }
}
