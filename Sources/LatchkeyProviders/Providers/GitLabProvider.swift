import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// GitLab, on gitlab.com or self-managed. The issuer is the instance's address.
    static let gitLab = ProviderKind(
        id: .gitLab, displayName: "GitLab",
        settings: ProviderSettings(issuer: .standard("https://gitlab.com"), scopes: true, secret: .optional)
    ) { configuration, secret, tools in
        // GitLab follows the standard. The GitLab application needs the scopes openid, email, and profile.
        try OpenIDProvider(configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), tools: tools)
    }

    /// Any other OpenID provider, with a name that starts with `oidc.`.
    package static let openID = ProviderKind(
        id: "oidc.*", displayName: "OpenID Connect",
        settings: ProviderSettings(issuer: .required, scopes: true, secret: .optional, parameters: [.responseType, .tokenAuthentication])
    ) { configuration, secret, tools in
        try OpenIDProvider(configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), tools: tools)
    }
}
