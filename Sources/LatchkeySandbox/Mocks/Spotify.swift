import HTTPTypes

extension OAuth2Rules {
    /// Spotify's accounts service and the call that describes a user.
    static let spotify = OAuth2Rules(
        provider: SandboxProvider("spotify", "Spotify", id: "spotify.com", webPath: "/spotify", apiPath: "/spotify/api"),
        authorizePath: "/spotify/authorize", tokenPath: "/spotify/api/token",
        scopes: [Scope("user-read-email", "See your email address"), Scope("user-read-private", "See your country and your subscription")],
        emailScope: "user-read-email", acceptsSecretInBody: false,
        accountID: { "spotify" + MockAccount.digits($0, count: 6) },
        endpoints: [
            MockEndpoint("/spotify/api/v1/me") { request in
                let caller = try await request.caller()
                let account = caller.account
                var members: [String: JSON] = [
                    "id": JSON(account.id), "display_name": JSON(account.name), "type": "user", "uri": JSON("spotify:user:\(account.id)"),
                    "images": [["url": JSON(account.pictureURL), "height": 64, "width": 64]],
                ]
                if let email = caller.email(with: "user-read-email") { members["email"] = JSON(email) }
                return .object(members)
            }
        ],
        apiError: { ["error": ["status": JSON($0.status.code), "message": JSON(HeaderText.clean($0.text))]] })
}
