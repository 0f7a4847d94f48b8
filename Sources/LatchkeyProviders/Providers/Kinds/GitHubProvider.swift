import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// GitHub, or a GitHub Enterprise server.
    static let github = ProviderKind(
        id: .github, displayName: "GitHub", oauth2: .gitHub, secret: .required,
        enterprise: { host in
            let server = try OAuth2Provider.gitHubEnterprise(host: host, client: OAuth2Client(id: "", secret: nil))
            return (server.apiBase, server.webBase)
        },
        setup: ProviderSetupGuide(
            consoleURL: "https://github.com/settings/developers",
            steps: [
                "Create an OAuth app, not a GitHub App.",
                "Enter the callback URL as its authorization callback URL. An app has exactly one.",
                "Generate a client secret.",
            ], copying: "Copy the client id and make a new client secret on the app's page"))
}
