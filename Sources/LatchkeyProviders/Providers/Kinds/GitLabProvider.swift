import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// GitLab, on gitlab.com or self-managed. The issuer is the instance's address.
    static let gitLab = ProviderKind(
        id: .gitLab, displayName: "GitLab",
        settings: ProviderSettings(issuer: .standard("https://gitlab.com"), scopes: true, secret: .optional),
        setup: ProviderSetupGuide(
            consoleURL: "https://gitlab.com/-/user_settings/applications",
            steps: ["Create an application with the scopes openid, email and profile.", "Enter the callback URL as its redirect URI."])
    ) { _, _ in
        // GitLab follows the standard.
        OpenIDDialect()
    }
}
