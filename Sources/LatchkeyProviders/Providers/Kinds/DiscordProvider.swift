import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Discord, which says whether the user verified the address.
    static let discord = ProviderKind(
        id: "discord.com", displayName: "Discord",
        oauth2: OAuth2Description(
            name: "Discord", webBase: "https://discord.com", apiBase: "https://discord.com", authorizePath: "/oauth2/authorize",
            tokenEndpoint: .web("/api/oauth2/token"), scopes: ["identify", "email"], asking: ["prompt": "consent"],
            user: .init("/api/v10/users/@me") { body in
                let user = try ProviderObject(body)
                let id = try user.id("id")
                let name = user["username"]
                return ProviderProfile(
                    rawID: id, displayName: user["global_name"] ?? name, username: name,
                    photoURL: user["avatar"].map { "https://cdn.discordapp.com/avatars/\(id)/\($0).png" }, email: user["email"],
                    addressVerifiedByProvider: user["email"] != nil && user.isTrue("verified"), rawUserInfo: user.json)
            },
            tokenCheck: .init { provider, token in
                var fields = OAuth2Description.UserRequest.standardFields
                fields[.authorization] = "Bearer \(token.expose())"
                return try ProviderRequest(method: .get, url: provider.apiBase + "/api/v10/oauth2/@me", headerFields: fields)
            } read: { body, _ in
                let about = try ProviderObject(body, of: "token check")
                return .init(
                    clientID: try about.id("application", "id"), userID: try about.id("user", "id"), scopes: about.texts("scopes"))
            }),
        secret: .required,
        setup: ProviderSetupGuide(
            consoleURL: "https://discord.com/developers/applications",
            steps: [
                "Create an application.", "Add the callback URL to the redirects on its page “OAuth2”.", "Reset the client secret there.",
            ]))
}
