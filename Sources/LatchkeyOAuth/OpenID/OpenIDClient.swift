import HTTPTypes
public import LatchkeySecrets

/// Signing in with an OpenID provider whose metadata is known (OpenID Connect Core 1.0).
///
/// What it does not do is to verify ID tokens: that takes the provider's keys and is the caller's.
public struct OpenIDClient: Sendable {
    /// The application.
    public let client: OAuth2Client
    /// The provider.
    public let metadata: OpenIDMetadata
    private let authentication: OAuth2Client.Authentication?

    /// A client of a provider.
    ///
    /// - Parameter authentication: How it shows its secret at the token endpoint; as the provider's metadata say when absent.
    public init(client: OAuth2Client, metadata: OpenIDMetadata, authentication: OAuth2Client.Authentication? = nil) {
        self.client = client
        self.metadata = metadata
        self.authentication = authentication
    }

    /// What comes back from the provider's page.
    public enum ResponseType: String, Sendable {
        /// A code, exchanged by the server itself (section 3.1).
        case code
        /// The ID token (section 3.2), posted by the browser (OAuth 2.0 Form Post Response Mode).
        case idToken = "id_token"
    }

    /// The flow, for its authorization URL and for reading its callback.
    public func flow(redirectURI: String) -> OAuth2CodeFlow {
        OAuth2CodeFlow(
            client: client, authorizeEndpoint: metadata.authorizationEndpoint, tokenEndpoint: metadata.tokenEndpoint ?? "",
            redirectURI: redirectURI, authentication: client.secret == nil ? .form : authentication ?? metadata.authentication)
    }

    /// Where to send the browser; `openid` is added to the scopes when it is missing.
    ///
    /// - Parameters:
    ///   - nonce: What the ID token's `nonce` has to be.
    ///   - formPost: Whether the callback is to be posted, which the ID token always is.
    public func authorizationURL(
        redirectURI: String, state: String, nonce: String, responseType: ResponseType, pkce: PKCE?, scopes: [String],
        formPost: Bool = false, custom: Parameters = [:]
    ) -> String {
        var extensions: Parameters = ["nonce": nonce]
        if formPost || responseType == .idToken { extensions.append("response_mode", "form_post") }
        return flow(redirectURI: redirectURI).authorizationURL(
            state: state, pkce: pkce, scopes: scopes.contains("openid") ? scopes : ["openid"] + scopes, custom: custom,
            responseType: responseType.rawValue, extensions: extensions)
    }

    /// Throws ``OAuthError`` with ``OAuthError/Code/issuerMismatch`` when a callback comes from another provider (RFC 9207, section 2.4).
    public func checkIssuer(ofCallback parameters: Parameters) throws {
        let named = parameters.values(of: "iss")
        if named.isEmpty, !metadata.namesIssuerInCallbacks { return }
        guard named.count == 1, named[0].utf8.elementsEqual(metadata.issuer.utf8) else {
            throw OAuthError(
                .issuerMismatch, detail: "the callback does not name the provider that was asked", hint: "Start the sign-in again.")
        }
    }

    /// Asks for more about the person (section 5.3.1); `nil` when there is no such endpoint.
    public func userinfoRequest(_ accessToken: Secret<String>) throws -> ProviderRequest? {
        try metadata.userinfoEndpoint.map { url in
            try ProviderRequest(
                method: .get, url: url,
                headerFields: [.authorization: "Bearer " + accessToken.expose(), .accept: MediaType.json, .userAgent: "Latchkey"])
        }
    }
}
