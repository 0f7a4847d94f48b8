import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// Spotify. Its documentation says that addresses are unverified, and it does not tell for which app a token was issued.
    static let spotify = ProviderKind(
        id: "spotify.com", displayName: "Spotify",
        oauth2: OAuth2Description(
            name: "Spotify", webBase: "https://accounts.spotify.com", apiBase: "https://api.spotify.com", authorizePath: "/authorize",
            tokenEndpoint: .web("/api/token"), authentication: .basic, scopes: ["user-read-email"], asking: ["show_dialog": "true"],
            user: .init("/v1/me") { body in
                let user = try ProviderObject(body)
                return ProviderProfile(
                    rawID: try user.id("id"), displayName: user["display_name"], photoURL: user["images", "0", "url"], email: user["email"],
                    rawUserInfo: user.json)
            }),
        secret: .optional,
        setup: ProviderSetupGuide(
            consoleURL: "https://developer.spotify.com/dashboard",
            steps: [
                "Create an app that uses the Web API.", "Add the callback URL to its redirect URIs.",
                "Until Spotify extends the app's quota, add each user who may sign in to its user management.",
            ]))
}
