import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// GitLab, on gitlab.com or on a server of one's own, whose address is its issuer.
    static let gitLab = ProviderKind(
        id: .gitLab, displayName: "GitLab",
        settings: ProviderSettings(issuer: .standard("https://gitlab.com"), scopes: true, secret: .optional)
    ) { configuration, secret, tools in
        // Everything is the standard; an application at GitLab has to be given the scopes openid, email and profile.
        try OpenIDProvider(configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), tools: tools)
    }

    /// Any other OpenID provider, under a name that begins with `oidc.`.
    static let openID = ProviderKind(
        id: "oidc.*", displayName: "OpenID Connect",
        settings: ProviderSettings(issuer: .required, scopes: true, secret: .optional, parameters: [.responseType, .tokenAuthentication])
    ) { configuration, secret, tools in
        try OpenIDProvider(configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), tools: tools)
    }
}
