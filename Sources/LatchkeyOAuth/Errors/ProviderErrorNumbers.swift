/// The meaning of a provider's own error numbers.
public struct ProviderErrorNumbers: Sendable {
    /// Returns the kind of failure; `nil` if the number does not tell, so that the rest of the response decides.
    let code: @Sendable (_ number: Int, _ step: ExchangeStep) -> OAuthError.Code?

    /// Creates the meaning of error numbers.
    public init(_ code: @escaping @Sendable (_ number: Int, _ step: ExchangeStep) -> OAuthError.Code?) {
        self.code = code
    }

    /// Numbers without a known meaning.
    public static let none = ProviderErrorNumbers { _, _ in nil }

    /// Twitter's and X's numbers.
    public static let twitter = ProviderErrorNumbers { OAuthError.Code(twitterNumber: $0, at: $1) }
}
