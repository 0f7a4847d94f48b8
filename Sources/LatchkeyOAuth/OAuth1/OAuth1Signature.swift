/// A signature with all intermediate results, for debugging OAuth 1.0a.
public struct OAuth1Signature: Equatable, Sendable {
    /// All covered parameters, escaped, sorted and joined.
    public let parameterString: String
    /// The text that was signed.
    public let baseString: String
    /// The unescaped value of `oauth_signature`.
    public let signature: String
    /// The value of the `Authorization` header.
    public let authorization: String
}
