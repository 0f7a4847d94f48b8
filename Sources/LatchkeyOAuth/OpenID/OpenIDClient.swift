import HTTPTypes
public import LatchkeySecrets

/// Sign-in with an OpenID provider, based on its metadata (OpenID Connect Core 1.0).
///
/// The client does not verify ID tokens: verification needs the provider's keys and is the caller's responsibility.
public struct OpenIDClient: Sendable {
    /// The application's credentials.
    public let client: OAuth2Client
    /// The provider's metadata.
    public let metadata: OpenIDMetadata
    private let authentication: OAuth2Client.Authentication?

    /// Creates a client for a provider.
    ///
    /// - Parameter authentication: How the client authenticates at the token endpoint; taken from the provider's metadata if `nil`.
    public init(client: OAuth2Client, metadata: OpenIDMetadata, authentication: OAuth2Client.Authentication? = nil) {
        self.client = client
        self.metadata = metadata
        self.authentication = authentication
    }

    /// The kind of response from the authorization endpoint.
    public enum ResponseType: String, Sendable {
        /// A code that the server exchanges (section 3.1).
        case code
        /// The ID token (section 3.2), posted by the browser (OAuth 2.0 Form Post Response Mode).
        case idToken = "id_token"
    }

    /// Returns the flow that builds the authorization URL and reads the callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: metadata.authorizationEndpoint, tokenEndpoint: metadata.tokenEndpoint ?? "",
            redirectURI: redirectURI, authentication: client.secret == nil ? .form : authentication ?? metadata.authentication)
    }

    /// Returns the authorization URL to open in the browser; adds `openid` to the scopes if it is missing.
    ///
    /// - Parameters:
    ///   - nonce: The expected `nonce` of the ID token; `nil` only for a provider that does not repeat it.
    ///   - formPost: Whether the provider sends the callback as a form `POST`; always true for the ID token response type.
    public func authorizationURL(
        redirectURI: String, state: String, nonce: String?, responseType: ResponseType, pkce: PKCE?, scopes: [String],
        formPost: Bool = false, custom: Parameters = [:]
    ) -> String {
        var extensions: Parameters = [:]
        if let nonce { extensions.append("nonce", nonce) }
        if formPost || responseType == .idToken { extensions.append("response_mode", "form_post") }
        return flow(redirectURI: redirectURI).authorizationURL(
            state: state, pkce: pkce, scopes: scopes.contains("openid") ? scopes : ["openid"] + scopes, custom: custom,
            responseType: responseType.rawValue, extensions: extensions)
    }

    /// Throws ``OAuthError`` with ``OAuthError/Code/issuerMismatch`` if the callback names another issuer (RFC 9207, section 2.4).
    public func checkIssuer(ofCallback parameters: Parameters) throws {
        let named = parameters.values(of: "iss")
        if named.isEmpty, !metadata.namesIssuerInCallbacks { return }
        guard named.count == 1, named[0].utf8.elementsEqual(metadata.issuer.utf8) else {
            throw OAuthError(
                .issuerMismatch, detail: "the callback does not name the expected issuer", hint: "Start the sign-in again.")
        }
    }

    /// Returns a request for the user's claims (section 5.3.1); `nil` when the provider has no userinfo endpoint.
    public func userinfoRequest(_ accessToken: Secret<String>) throws -> ProviderRequest? {
        try metadata.userinfoEndpoint.map { url in
            try ProviderRequest(
                method: .get, url: url,
                headerFields: [.authorization: "Bearer " + accessToken.expose(), .accept: MediaType.json, .userAgent: "Latchkey"])
        }
    }
}
