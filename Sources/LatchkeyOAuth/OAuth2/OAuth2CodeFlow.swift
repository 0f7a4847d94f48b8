import HTTPTypes
public import LatchkeySecrets

/// The authorization code grant of OAuth 2.0 (RFC 6749, section 4.1) as functions without I/O.
///
/// The caller stores `state` and the PKCE verifier until the callback arrives.
public struct OAuth2CodeFlow: Sendable {
    /// The application's credentials.
    public let client: OAuth2Client
    /// The provider's consent page.
    public let authorizeEndpoint: String
    /// The endpoint that exchanges codes for tokens.
    public let tokenEndpoint: String
    /// The URI that the provider redirects to, exactly as registered.
    public let redirectURI: String
    /// How the client authenticates at the token endpoint.
    public let authentication: OAuth2Client.Authentication
    /// The meaning of the provider's error numbers.
    private let errorNumbers: ProviderErrorNumbers

    /// Creates a flow for an application and a provider.
    public init(
        client: OAuth2Client, authorizeEndpoint: String, tokenEndpoint: String, redirectURI: String,
        authentication: OAuth2Client.Authentication = .form, errorNumbers: ProviderErrorNumbers = .none
    ) {
        self.client = client
        self.authorizeEndpoint = authorizeEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.redirectURI = redirectURI
        self.authentication = authentication
        self.errorNumbers = errorNumbers
    }

    /// Returns the authorization URL to open in the browser.
    ///
    /// - Parameters:
    ///   - state: An unguessable string of at least 128 bits, used once and stored with the browser's session.
    ///   - pkce: Binds the code to the verifier; pass it for every provider that supports it.
    ///   - custom: Additional parameters; reserved names are removed, case-insensitively.
    ///   - responseType: The value of `response_type`; `code` for all providers except OpenID providers.
    ///   - extensions: Protocol parameters beyond OAuth 2.0, such as OpenID Connect's `nonce`; never from an application.
    public func authorizationURL(
        state: String, pkce: PKCE?, scopes: [String], custom: Parameters = [:], responseType: String = "code",
        extensions: Parameters = [:]
    ) -> String {
        var query: Parameters = ["response_type": responseType, "client_id": client.id, "redirect_uri": redirectURI]
        if !scopes.isEmpty { query.append("scope", scopes.joined(separator: " ")) }
        query.append("state", state)
        if let pkce {
            query.append("code_challenge", pkce.challenge)
            query.append("code_challenge_method", "S256")
        }
        query.append(contentsOf: extensions)
        query.append(contentsOf: ReservedParameters.removing(from: custom))
        return authorizeEndpoint + (authorizeEndpoint.contains("?") ? "&" : "?") + query.formEncoded
    }

    /// Returns the code from the callback's query.
    ///
    /// `state` is compared first, in constant time; if it does not match, everything else in the callback is ignored, including
    /// errors. Throws ``OAuthError`` with ``OAuthError/Code/stateMismatch``, with the code for the provider's `error`, or with
    /// ``OAuthError/Code/missingCode``.
    public func code(fromCallback parameters: Parameters, expectedState: String) throws -> String {
        try value("code", fromCallback: parameters, expectedState: expectedState)
    }

    /// Returns the ID token from a callback of OpenID Connect's implicit flow (OpenID Connect Core, section 3.2.2.5).
    ///
    /// Checks and errors are those of ``code(fromCallback:expectedState:)``.
    public func idToken(fromCallback parameters: Parameters, expectedState: String) throws -> Secret<String> {
        Secret(try value("id_token", fromCallback: parameters, expectedState: expectedState))
    }

    private func value(_ name: String, fromCallback parameters: Parameters, expectedState: String) throws -> String {
        guard !expectedState.isEmpty, let state = parameters.only("state"), state.equalsInConstantTime(expectedState) else {
            throw OAuthError(
                .stateMismatch, detail: "the callback's state is missing, repeated or belongs to another flow",
                hint: "Start the sign-in again in this browser.")
        }
        if let error = ProviderErrorBody(parameters) { throw OAuthError(callback: error) }
        guard let value = parameters.only(name), !value.isEmpty else {
            throw OAuthError(.missingCode, detail: "the callback has no \(name)", hint: "Start the sign-in again.")
        }
        return value
    }

    /// Returns the request that exchanges the code (section 4.1.3; RFC 7636, section 4.5, for the verifier).
    public func tokenRequest(code: String, pkceVerifier: Secret<String>?) throws -> ProviderRequest {
        var form: Parameters = ["grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI]
        if let pkceVerifier { form.append("code_verifier", pkceVerifier.expose()) }
        var fields: HTTPFields = [.accept: MediaType.json]
        switch authentication {
        case .basic:
            fields[.authorization] = try client.basicCredentials()
        case .form:
            form.append("client_id", client.id)
            if let secret = client.secret { form.append("client_secret", secret.expose()) }
        case .identifierOnly:
            form.append("client_id", client.id)
        }
        return try ProviderRequest(postingForm: form, to: tokenEndpoint, headerFields: fields)
    }

    /// Reads the token; throws ``OAuthError``, including for the errors that GitHub sends with status 200.
    public func token(from reply: ProviderReply) throws -> OAuth2Token {
        try OAuth2Token(reply, numbers: errorNumbers)
    }
}
