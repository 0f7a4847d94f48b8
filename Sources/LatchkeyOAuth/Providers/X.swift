import HTTPTypes
public import LatchkeySecrets

/// Signing in with X through OAuth 2.0 with PKCE; its people have the ids that they have with ``Twitter``.
public struct X: Sendable {
    /// What `/2/users/me` needs, and the address. Without `tweet.read` X refuses even the person's own name.
    public static let defaultScopes = ["users.read", "tweet.read", "users.email"]
    /// Where X's API is.
    public static let defaultAPIBase = "https://api.x.com"
    /// Where X's pages are.
    public static let defaultWebBase = "https://x.com"

    /// The application; without a secret it is a public client to X.
    public let client: OAuth2Client
    /// Where requests are sent, without a slash at the end.
    public let apiBase: String
    /// Where browsers are sent, without a slash at the end.
    public let webBase: String

    /// X, or something on this machine that behaves like it.
    public init(client: OAuth2Client, apiBase: String = X.defaultAPIBase, webBase: String = X.defaultWebBase) {
        self.client = client
        self.apiBase = apiBase.droppingSlashes
        self.webBase = webBase.droppingSlashes
    }

    /// The web flow, for its authorization URL and for reading its callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: webBase + "/i/oauth2/authorize", tokenEndpoint: apiBase + "/2/oauth2/token",
            redirectURI: redirectURI, authentication: client.secret == nil ? .form : .basic)
    }

    /// Exchanges the code of a callback; X gives it 30 seconds.
    public func exchange(code: String, redirectURI: String, pkceVerifier: Secret<String>) -> CodeExchange {
        CodeExchange(flow: flow(redirectURI: redirectURI), code: code, pkceVerifier: pkceVerifier)
    }

    /// Whose token it is.
    ///
    /// This does not prove to which application the token was issued: ask it only about tokens from an exchange of one's own.
    public func identify(accessToken: Secret<String>) -> Identify {
        Identify(x: self, accessToken: accessToken)
    }

    /// Reads the person.
    public struct Identify: Conversation {
        private let x: X
        private let accessToken: Secret<String>

        init(x: X, accessToken: Secret<String>) {
            self.x = x
            self.accessToken = accessToken
        }

        public func begin() throws -> Step<ProviderProfile> {
            .send(
                try ProviderRequest(
                    method: .get,
                    url: x.apiBase
                        + "/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at,verified",
                    headerFields: [.authorization: "Bearer " + accessToken.expose(), .accept: MediaType.json, .userAgent: "Latchkey"]))
        }

        public func receive(_ reply: ProviderReply) throws -> Step<ProviderProfile> {
            try reply.checkSize()
            guard reply.isSuccess else { throw OAuthError(refusal: reply, at: .apiCall) }
            return .finished(try TwitterUser.profile(ofUsersMe: reply.body))
        }
    }
}
