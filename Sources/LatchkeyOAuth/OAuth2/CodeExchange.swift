public import LatchkeySecrets

/// The exchange of a code as a conversation of one request.
public struct CodeExchange: Conversation {
    private let flow: OAuth2CodeFlow
    private let code: String
    private let pkceVerifier: Secret<String>?

    /// The exchange that ends a flow.
    public init(flow: OAuth2CodeFlow, code: String, pkceVerifier: Secret<String>?) {
        self.flow = flow
        self.code = code
        self.pkceVerifier = pkceVerifier
    }

    public func begin() throws -> Step<OAuth2Token> {
        .send(try flow.tokenRequest(code: code, pkceVerifier: pkceVerifier))
    }

    public func receive(_ reply: ProviderReply) throws -> Step<OAuth2Token> {
        .finished(try flow.token(from: reply))
    }
}
