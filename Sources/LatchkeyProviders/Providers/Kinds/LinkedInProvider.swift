import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// LinkedIn. Its server applications use no PKCE, and its ID tokens have no nonce.
    static let linkedIn = ProviderKind(
        id: "linkedin.com", displayName: "LinkedIn",
        settings: ProviderSettings(
            issuer: .standard("https://www.linkedin.com/oauth"),
            // The issuer in the ID tokens of LinkedIn's documentation.
            otherIssuers: ["https://www.linkedin.com"], scopes: true, secret: .required),
        setup: ProviderSetupGuide(
            consoleURL: "https://www.linkedin.com/developers/apps",
            steps: [
                "Create an app, and add the product “Sign In with LinkedIn using OpenID Connect”.",
                "Add the callback URL to the redirect URLs on its page “Auth”.",
            ])
    ) { _, _ in
        var dialect = OpenIDDialect()
        dialect.authentication = .form
        dialect.usesPKCE = false
        dialect.sendsNonce = false
        return dialect
    }
}
