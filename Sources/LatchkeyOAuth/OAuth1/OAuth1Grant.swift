/// What the provider gives at the end of the three legs.
public struct OAuth1Grant: Sendable, Equatable {
    /// The access token.
    public var token: OAuth1Token
    /// Everything else that came along, as Twitter's `user_id` and `screen_name`; a hint only, ask the API who it is.
    public var parameters: Parameters

    /// A grant with its parts.
    public init(token: OAuth1Token, parameters: Parameters) {
        self.token = token
        self.parameters = parameters
    }
}
