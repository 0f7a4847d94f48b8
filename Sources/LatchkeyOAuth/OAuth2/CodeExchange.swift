public import LatchkeySecrets

/// The exchange of a code, as a conversation with a single request.
public struct CodeExchange: Conversation {
    private let flow: OAuth2CodeFlow
    private let code: String
    private let pkceVerifier: Secret<String>?

    /// Creates the exchange that completes a flow.
    public init(flow: OAuth2CodeFlow, code: String, pkceVerifier: Secret<String>?) {
        self.flow = flow
        self.code = code
        self.pkceVerifier = pkceVerifier
    }

    /// Returns the token request; throws ``OAuthError`` when it cannot be created.
    public func begin() throws -> Step<OAuth2Token> {
        .send(try flow.tokenRequest(code: code, pkceVerifier: pkceVerifier))
    }

    /// Reads the token; throws ``OAuthError`` when the provider rejected the code.
    public func receive(_ reply: ProviderReply) throws -> Step<OAuth2Token> {
        .finished(try flow.token(from: reply))
    }
}
