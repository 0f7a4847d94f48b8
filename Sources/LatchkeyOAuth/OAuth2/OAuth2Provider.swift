import HTTPTypes
public import LatchkeySecrets

/// Sign-in with a provider that supports OAuth 2.0 alone, without I/O; what providers differ in is an ``OAuth2Description``.
///
/// ```swift
/// let github = OAuth2Provider(.gitHub, client: OAuth2Client(id: "Iv1.8a61", secret: secret))
/// ```
public struct OAuth2Provider: Sendable {
    /// What is special about the provider.
    public let description: OAuth2Description
    /// The application's credentials; without a secret, it is a public client.
    public let client: OAuth2Client
    /// The base URL of the consent page, without a trailing slash.
    public let webBase: String
    /// The base URL of the API, without a trailing slash.
    public let apiBase: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - webBase: The base URL of the pages; that of the description by default.
    ///   - apiBase: The base URL of the API; that of the description by default.
    public init(_ description: OAuth2Description, client: OAuth2Client, webBase: String? = nil, apiBase: String? = nil) {
        self.description = description
        self.client = client
        self.webBase = (webBase ?? description.webBase).droppingSlashes
        self.apiBase = (apiBase ?? description.apiBase).droppingSlashes
    }

    /// Returns the web flow that builds the authorization URL and reads the callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        let tokenEndpoint =
            switch description.tokenEndpoint {
            case .web(let path): webBase + path
            case .api(let path): apiBase + path
            }
        return OAuth2CodeFlow(
            client: client, authorizeEndpoint: webBase + description.authorizePath, tokenEndpoint: tokenEndpoint, redirectURI: redirectURI,
            authentication: client.secret == nil ? .form : description.authentication, errorNumbers: description.errorNumbers)
    }

    /// Returns the PKCE values for a new sign-in; `nil` if the provider does not support PKCE.
    public func newPKCE(_ random: RandomTokens) -> PKCE? {
        description.usesPKCE ? PKCE.random(random) : nil
    }

    /// Returns the conversation that exchanges the code of a callback.
    public func exchange(code: String, redirectURI: String, pkceVerifier: Secret<String>?) -> CodeExchange {
        CodeExchange(flow: flow(redirectURI: redirectURI), code: code, pkceVerifier: pkceVerifier)
    }

    /// Returns the conversation that identifies the user of a token from your own code exchange.
    ///
    /// Use ``identify(foreign:)`` for all other tokens: this conversation does not prove for which application the token was issued.
    public func identify(accessToken: Secret<String>) -> Identify {
        let check = description.tokenCheck.flatMap { $0.isAlwaysMade ? $0 : nil }
        return Identify(provider: self, accessToken: accessToken, check: check)
    }

    /// Returns the conversation that identifies the user of any token, after checking that it was issued to this application; `nil` if
    /// the provider does not tell for which application a token was issued.
    public func identify(foreign accessToken: Secret<String>) -> Identify? {
        description.tokenCheck.map { Identify(provider: self, accessToken: accessToken, check: $0) }
    }
}
