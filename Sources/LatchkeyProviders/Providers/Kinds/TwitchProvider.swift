import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Twitch.
    static let twitch = ProviderKind(
        id: "twitch.tv", displayName: "Twitch",
        settings: ProviderSettings(issuer: .standard("https://id.twitch.tv/oauth2"), scopes: true, secret: .required),
        setup: ProviderSetupGuide(
            consoleURL: "https://dev.twitch.tv/console/apps",
            steps: [
                "Register a confidential application.", "Add the callback URL to its OAuth redirect URLs.", "Create a client secret.",
            ])
    ) { configuration, _ in
        var dialect = OpenIDDialect()
        dialect.scopes = ["openid", "user:read:email"]
        dialect.authentication = .form
        // The nonce binds the code to the browser in place of PKCE.
        dialect.usesPKCE = false
        dialect.asking = ["force_verify": "true"]
        // Without this parameter, Twitch returns only the ID.
        let claims = #"{"email":null,"email_verified":null,"picture":null,"preferred_username":null}"#
        dialect.parameters = ["claims": #"{"id_token":\#(claims),"userinfo":\#(claims)}"#]
        dialect.assertion = { claims in
            var person = OpenIDPerson(claims)
            person.displayName = claims["preferred_username"]
            return person
        }
        let issuer = configuration.issuer ?? ""
        dialect.accessTokenCheck = OpenIDDialect.AccessTokenCheck(
            request: { token in
                try ProviderRequest(
                    method: .get, url: issuer + "/validate",
                    headerFields: [.authorization: "OAuth " + token.expose(), .userAgent: "Latchkey"])
            },
            subject: { about, audiences in
                guard let client = about["client_id"], audiences.contains(client) else { return nil }
                return about["user_id"]
            })
        return dialect
    }
}
