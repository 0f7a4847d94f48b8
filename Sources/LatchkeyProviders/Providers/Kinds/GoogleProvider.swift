import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Google. Native apps have separate client ids, which the configuration lists as accepted.
    static let google = ProviderKind(
        id: .google, displayName: "Google",
        settings: ProviderSettings(
            api: "https://oauth2.googleapis.com", web: "https://accounts.google.com", issuer: .standard("https://accounts.google.com"),
            // Google uses two forms of its issuer.
            otherIssuers: ["accounts.google.com"],
            scopes: true, secret: .optional, trustedForTakeover: true),
        setup: ProviderSetupGuide(
            consoleURL: "https://console.cloud.google.com/apis/credentials",
            steps: [
                "Create an OAuth client of the type web application.", "Add the callback URL to its authorized redirect URIs.",
                "Add the client IDs of native apps as accepted clients.",
            ])
    ) { configuration, _ in
        var dialect = OpenIDDialect()
        dialect.asking = ["prompt": "select_account"]
        // Firebase's clients request only `profile` and rely on the other scopes.
        dialect.scopesBesides = ["email", "profile"]
        // Google's iOS library adds its own nonce to every request and does not expose it to the app.
        dialect.rawNonce = { $0.map { .itselfOrHashOf($0) } ?? .ignored }
        dialect.assertion = { claims in
            var person = OpenIDPerson(claims)
            // Any address can have a Google account, but Google assigns and revokes only these.
            person.providerHoldsAddress = claims["hd"] != nil || claims["email"]?.lowercased().hasSuffix("@gmail.com") == true
            return person
        }
        dialect.accessTokenCheck = OpenIDDialect.AccessTokenCheck(
            request: { token in
                try ProviderRequest(
                    method: .get, url: configuration.apiOrigin + "/tokeninfo?access_token=" + PercentEncoding.encode(token.expose()))
            },
            subject: { about, audiences in
                guard let audience = about["aud"], audiences.contains(audience) else { return nil }
                return about["sub"]
            })
        return dialect
    }
}
