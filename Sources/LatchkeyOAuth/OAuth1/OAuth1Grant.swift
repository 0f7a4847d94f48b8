/// The result of the three legs.
public struct OAuth1Grant: Sendable, Equatable {
    /// The access token.
    public var token: OAuth1Token
    /// All other parameters of the response, such as Twitter's `user_id` and `screen_name`. Verify the identity with an API call.
    public var parameters: Parameters

    /// Creates a grant from its parts.
    public init(token: OAuth1Token, parameters: Parameters) {
        self.token = token
        self.parameters = parameters
    }
}
