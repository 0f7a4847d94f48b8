import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderKind {
    /// X with OAuth 2.0. It is configured separately, because its key and secret differ from those of OAuth 1.0a. Its identities are the
    /// same as those of Twitter with OAuth 1.0a.
    static let x = ProviderKind(
        id: .x, displayName: "X", oauth2: .x, secret: .optional,
        setup: ProviderSetupGuide(
            consoleURL: "https://developer.x.com/en/portal/dashboard",
            steps: [
                "Set up user authentication for the app with OAuth 2.0, as a web app.", "Enter the callback URL.",
                "Switch on “Request email from users” if you need e-mail addresses.",
                "Copy the client ID and the client secret of OAuth 2.0, not the consumer key.",
            ], copying: "Copy the OAuth 2.0 client id and secret, not the consumer key, from the app's page"))
}
