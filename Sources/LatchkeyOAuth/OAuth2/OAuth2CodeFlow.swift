import HTTPTypes
public import LatchkeySecrets

/// The authorization code grant of OAuth 2.0 (RFC 6749, section 4.1) as functions from values to values.
///
/// The caller keeps `state` and the PKCE verifier until the callback comes.
public struct OAuth2CodeFlow: Sendable {
    /// The application.
    public let client: OAuth2Client
    /// The page where the person agrees.
    public let authorizeEndpoint: String
    /// Exchanges codes for tokens.
    public let tokenEndpoint: String
    /// Where the person comes back to, exactly as registered.
    public let redirectURI: String
    /// How the client shows at the token endpoint who it is.
    public let authentication: OAuth2Client.Authentication

    /// A flow of one application with one provider.
    public init(
        client: OAuth2Client, authorizeEndpoint: String, tokenEndpoint: String, redirectURI: String,
        authentication: OAuth2Client.Authentication = .form
    ) {
        self.client = client
        self.authorizeEndpoint = authorizeEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.redirectURI = redirectURI
        self.authentication = authentication
    }

    /// Where to send the browser.
    ///
    /// - Parameters:
    ///   - state: An unguessable text of 128 bits or more, used once and kept with the browser's session.
    ///   - pkce: Binds the code to the verifier; pass it wherever the provider takes it.
    ///   - custom: Further parameters; reserved names in any letter case are left out.
    ///   - responseType: What comes back to the redirect URI; `code` unless the provider is an OpenID one.
    ///   - extensions: Parameters of the protocol beyond OAuth 2.0, as OpenID Connect's `nonce`; not from an application.
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

    /// The code out of the callback's query.
    ///
    /// `state` is compared first, in constant time: without it nothing in the callback is believed, not even an error. Throws
    /// ``OAuthError`` with ``OAuthError/Code/stateMismatch``, with what the provider's `error` means, or with
    /// ``OAuthError/Code/missingCode``.
    public func code(fromCallback parameters: Parameters, expectedState: String) throws -> String {
        try value("code", fromCallback: parameters, expectedState: expectedState)
    }

    /// The ID token out of a callback of OpenID Connect's implicit flow (OpenID Connect Core, section 3.2.2.5); otherwise as
    /// ``code(fromCallback:expectedState:)``.
    public func idToken(fromCallback parameters: Parameters, expectedState: String) throws -> Secret<String> {
        Secret(try value("id_token", fromCallback: parameters, expectedState: expectedState))
    }

    private func value(_ name: String, fromCallback parameters: Parameters, expectedState: String) throws -> String {
        guard !expectedState.isEmpty, let state = parameters.only("state"), state.equalsInConstantTime(expectedState) else {
            throw OAuthError(
                .stateMismatch, detail: "the callback's state is missing, doubled or of another flow",
                hint: "Start the sign-in again in this browser.")
        }
        if let error = ProviderErrorBody(parameters) { throw OAuthError(callback: error) }
        guard let value = parameters.only(name), !value.isEmpty else {
            throw OAuthError(.missingCode, detail: "the callback has no \(name)", hint: "Start the sign-in again.")
        }
        return value
    }

    /// Exchanges the code (section 4.1.3, and RFC 7636, section 4.5, for the verifier).
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

    /// Reads the token; throws ``OAuthError``, also for the errors that GitHub sends with status 200.
    public func token(from reply: ProviderReply) throws -> OAuth2Token {
        try OAuth2Token(reply)
    }
}
