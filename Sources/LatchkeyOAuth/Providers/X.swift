import HTTPTypes
public import LatchkeySecrets

/// Sign-in with X through OAuth 2.0 with PKCE; users have the same IDs as with ``Twitter``.
public struct X: Sendable {
    /// The scopes that `/2/users/me` and the email address require. Without `tweet.read`, X does not even return the user's name.
    public static let defaultScopes = ["users.read", "tweet.read", "users.email"]
    /// The base URL of X's API.
    public static let defaultAPIBase = "https://api.x.com"
    /// The base URL of X's pages.
    public static let defaultWebBase = "https://x.com"

    /// The application's credentials; without a secret, it is a public client.
    public let client: OAuth2Client
    /// The base URL of the API, without a trailing slash.
    public let apiBase: String
    /// The base URL of the pages, without a trailing slash.
    public let webBase: String

    /// Creates a provider for X, or for a mock provider on this machine.
    public init(client: OAuth2Client, apiBase: String = X.defaultAPIBase, webBase: String = X.defaultWebBase) {
        self.client = client
        self.apiBase = apiBase.droppingSlashes
        self.webBase = webBase.droppingSlashes
    }

    /// Returns the web flow that builds the authorization URL and reads the callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: webBase + "/i/oauth2/authorize", tokenEndpoint: apiBase + "/2/oauth2/token",
            redirectURI: redirectURI, authentication: client.secret == nil ? .form : .basic)
    }

    /// Returns the conversation that exchanges the code of a callback; codes expire after 30 seconds at X.
    public func exchange(code: String, redirectURI: String, pkceVerifier: Secret<String>) -> CodeExchange {
        CodeExchange(flow: flow(redirectURI: redirectURI), code: code, pkceVerifier: pkceVerifier)
    }

    /// Returns the conversation that identifies a token's user.
    ///
    /// This does not prove that the token was issued to this application: use it only for tokens from your own exchange.
    public func identify(accessToken: Secret<String>) -> Identify {
        Identify(x: self, accessToken: accessToken)
    }

    /// Reads the user.
    public struct Identify: Conversation {
        private let x: X
        private let accessToken: Secret<String>

        init(x: X, accessToken: Secret<String>) {
            self.x = x
            self.accessToken = accessToken
        }

        /// Returns the request for the user; throws ``OAuthError`` when it cannot be created.
        public func begin() throws -> Step<ProviderProfile> {
            .send(
                try ProviderRequest(
                    method: .get,
                    url: x.apiBase
                        + "/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at,verified",
                    headerFields: [.authorization: "Bearer " + accessToken.expose(), .accept: MediaType.json, .userAgent: "Latchkey"]))
        }

        /// Returns the profile; throws ``OAuthError`` when X rejected the request.
        public func receive(_ reply: ProviderReply) throws -> Step<ProviderProfile> {
            try reply.checkSize()
            guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .apiCall) }
            return .finished(try TwitterUser.profile(ofUsersMe: reply.body))
        }
    }
}
