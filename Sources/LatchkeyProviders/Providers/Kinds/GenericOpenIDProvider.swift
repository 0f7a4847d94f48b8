import LatchkeyIdentity

extension ProviderKind {
    /// Any other OpenID provider, with a name that starts with `oidc.`.
    package static let openID = ProviderKind(
        id: "oidc.*", displayName: "OpenID Connect",
        settings: ProviderSettings(issuer: .required, scopes: true, secret: .optional, parameters: [.responseType, .tokenAuthentication]),
        setup: ProviderSetupGuide(
            consoleURL: nil,
            steps: [
                "Register a client at the provider, with the callback URL as its redirect URI and the scopes openid, email and profile."
            ])
    ) { _, _ in
        OpenIDDialect()
    }
}
