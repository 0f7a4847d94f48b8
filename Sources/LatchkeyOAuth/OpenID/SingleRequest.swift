/// A conversation with one request; its outcome is the successful response.
public struct SingleRequest: Conversation {
    private let request: ProviderRequest
    private let isAboutToken: Bool

    /// Creates a conversation with one request.
    ///
    /// - Parameter isTokenCheck: Whether the request checks a token, so that an error means that another app owns the token.
    public init(_ request: ProviderRequest, isTokenCheck: Bool = false) {
        self.request = request
        isAboutToken = isTokenCheck
    }

    /// Returns the request.
    public func begin() throws -> Step<ProviderReply> {
        .send(request)
    }

    /// Returns the response; throws ``OAuthError`` when its status is not successful or the body is too large.
    public func receive(_ reply: ProviderReply) throws -> Step<ProviderReply> {
        try reply.checkSize()
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: isAboutToken ? .tokenCheck : .apiCall) }
        return .finished(reply)
    }
}
