import HTTPTypes
public import LatchkeySecrets

/// Sign-in with GitHub through OAuth 2.0, on github.com or on a GitHub Enterprise server.
public struct GitHub: Sendable {
    /// The provider's ID in identities and on the wire.
    public static let providerID = "github.com"
    /// The scopes for sign-in: the email addresses. The public profile needs no scope.
    public static let defaultScopes = ["user:email"]

    /// The application's credentials.
    public let client: OAuth2Client
    /// The base URL of the consent page and the token endpoint, without a trailing slash.
    public let webBase: String
    /// The base URL of the REST API, without a trailing slash.
    public let apiBase: String

    /// Creates a provider for github.com, or for a mock provider on this machine.
    public init(
        client: OAuth2Client, webBase: String = "https://github.com", apiBase: String = "https://api.github.com"
    ) {
        self.client = client
        self.webBase = webBase.droppingSlashes
        self.apiBase = apiBase.droppingSlashes
    }

    /// Returns a provider for a GitHub Enterprise server, which serves its API under `/api/v3`.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    ///
    /// - Parameter host: The host name of the server, with the port if it is not 443, without `https://`.
    public static func enterprise(host: String, client: OAuth2Client) throws -> GitHub {
        let address = try WebAddress("https://\(host)")
        guard address.path == "/", address.query == nil, !host.contains("#") else {
            throw OAuthError(
                .invalidURL, detail: "the Enterprise host is not a host name", hint: "Use a host name such as git.example.com.")
        }
        return GitHub(client: client, webBase: address.origin, apiBase: address.origin + "/api/v3")
    }

    /// Returns the web flow that builds the authorization URL and reads the callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: webBase + "/login/oauth/authorize",
            tokenEndpoint: webBase + "/login/oauth/access_token", redirectURI: redirectURI)
    }

    /// Returns the conversation that exchanges the code of a callback.
    public func exchange(code: String, redirectURI: String, pkceVerifier: Secret<String>?) -> CodeExchange {
        CodeExchange(flow: flow(redirectURI: redirectURI), code: code, pkceVerifier: pkceVerifier)
    }

    /// Returns the conversation that identifies a token's user, after checking that the token was issued to this application.
    public func identify(accessToken: Secret<String>) -> Identify {
        Identify(github: self, accessToken: accessToken)
    }
}
