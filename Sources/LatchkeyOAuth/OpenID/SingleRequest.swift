/// One request whose successful reply is the outcome.
public struct SingleRequest: Conversation {
    private let request: ProviderRequest
    private let isAboutToken: Bool

    /// - Parameter isTokenCheck: Whether the request asks about a token, so that a refusal means that the token is not ours.
    public init(_ request: ProviderRequest, isTokenCheck: Bool = false) {
        self.request = request
        isAboutToken = isTokenCheck
    }

    public func begin() throws -> Step<ProviderReply> {
        .send(request)
    }

    public func receive(_ reply: ProviderReply) throws -> Step<ProviderReply> {
        try reply.checkSize()
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: isAboutToken ? .tokenCheck : .apiCall) }
        return .finished(reply)
    }
}
