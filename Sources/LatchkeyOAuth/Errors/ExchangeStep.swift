/// The request that was rejected; the same status or number has different meanings at different steps.
public enum ExchangeStep: Sendable {
    /// OAuth 1.0a: requesting a request token.
    case temporaryCredentials
    /// OAuth 1.0a: exchanging the request token and its verifier.
    case tokenCredentials
    /// OAuth 2.0: exchanging a code.
    case codeExchange
    /// Checking with the application's own credentials whether a token belongs to it.
    case tokenCheck
    /// An API call on behalf of a user.
    case apiCall
}
