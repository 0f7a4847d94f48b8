import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Google. Native apps have client ids of their own, whose tokens the configuration lists as accepted.
    static let google = ProviderKind(
        id: .google, displayName: "Google",
        settings: ProviderSettings(
            api: "https://oauth2.googleapis.com", web: "https://accounts.google.com", issuer: .standard("https://accounts.google.com"),
            // Google writes its issuer in two ways.
            otherIssuers: ["accounts.google.com"],
            scopes: true, secret: .optional, trustedForTakeover: true)
    ) { configuration, secret, tools in
        var dialect = OpenIDDialect()
        dialect.askingPrompt = "select_account"
        // Firebase's clients name `profile` alone and count on the rest.
        dialect.scopesBesides = ["email", "profile"]
        // Google's own library for iOS puts a nonce of its own into every request and tells the app nothing of it.
        dialect.rawNonce = { $0.map { .itselfOrHashOf($0) } ?? .ignored }
        dialect.assertion = { claims in
            var person = OpenIDPerson(claims)
            // Any address can have a Google account; only these are Google's to give and to take away.
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
        return try OpenIDProvider(
            configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), dialect: dialect, tools: tools)
    }
}
