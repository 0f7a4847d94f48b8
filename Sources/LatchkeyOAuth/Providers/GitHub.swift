import HTTPTypes
public import LatchkeySecrets

/// Signing in with GitHub through OAuth 2.0, on github.com or on an Enterprise server.
public struct GitHub: Sendable {
    /// The provider's name in identities and on the wire.
    public static let providerID = "github.com"
    /// What signing in needs: the addresses. The public profile comes without any scope.
    public static let defaultScopes = ["user:email"]

    /// The application.
    public let client: OAuth2Client
    /// Where browsers are sent and codes exchanged, without a slash at the end.
    public let webBase: String
    /// Where the REST API is, without a slash at the end.
    public let apiBase: String

    /// github.com, or something on this machine that behaves like it.
    public init(
        client: OAuth2Client, webBase: String = "https://github.com", apiBase: String = "https://api.github.com"
    ) {
        self.client = client
        self.webBase = webBase.droppingSlashes
        self.apiBase = apiBase.droppingSlashes
    }

    /// A GitHub Enterprise server, whose API lives under `/api/v3`.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    ///
    /// - Parameter host: The name of the server, with its port when it is not 443, without `https://`.
    public static func enterprise(host: String, client: OAuth2Client) throws -> GitHub {
        let address = try WebAddress("https://\(host)")
        guard address.path == "/", address.query == nil, !host.contains("#") else {
            throw OAuthError(
                .invalidURL, detail: "the Enterprise host is not a host name", hint: "Write it like git.example.com.")
        }
        return GitHub(client: client, webBase: address.origin, apiBase: address.origin + "/api/v3")
    }

    /// The web flow, for its authorization URL and for reading its callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: webBase + "/login/oauth/authorize",
            tokenEndpoint: webBase + "/login/oauth/access_token", redirectURI: redirectURI)
    }

    /// Exchanges the code of a callback.
    public func exchange(code: String, redirectURI: String, pkceVerifier: Secret<String>?) -> CodeExchange {
        CodeExchange(flow: flow(redirectURI: redirectURI), code: code, pkceVerifier: pkceVerifier)
    }

    /// Whose token it is, after checking that it was issued to this application.
    public func identify(accessToken: Secret<String>) -> Identify {
        Identify(github: self, accessToken: accessToken)
    }
}
