import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// Slack. A user is a member of a workspace: the same user has another identity in each.
    static let slack = ProviderKind(
        id: "slack.com", displayName: "Slack",
        settings: ProviderSettings(issuer: .standard("https://slack.com"), scopes: true, secret: .required),
        setup: ProviderSetupGuide(
            consoleURL: "https://api.slack.com/apps",
            steps: [
                "Create an app.", "Add the callback URL to the redirect URLs on its page “OAuth & Permissions”.",
                "Add the user token scopes openid, profile and email.", "Activate public distribution to admit other workspaces.",
            ])
    ) { _, _ in
        var dialect = OpenIDDialect()
        // The nonce binds the code to the browser in place of PKCE.
        dialect.usesPKCE = false
        dialect.assertion = { claims in
            guard let team = claims["https://slack.com/team_id"], let user = claims["https://slack.com/user_id"] else {
                throw OAuthError(.invalidIDToken, detail: "The ID token does not name the workspace and its member.")
            }
            var person = OpenIDPerson(claims)
            // The IDs of members are unique only within a workspace.
            person.rawID = "\(team)-\(user)"
            return person
        }
        return dialect
    }
}
