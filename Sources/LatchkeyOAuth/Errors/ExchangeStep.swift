/// Which request was refused; the same status or number means different things at different steps.
enum ExchangeStep: Sendable {
    /// OAuth 1.0a: asking for a request token.
    case temporaryCredentials
    /// OAuth 1.0a: exchanging the request token and its verifier.
    case tokenCredentials
    /// OAuth 2.0: exchanging a code, and the requests of the device flow.
    case codeExchange
    /// Asking with the application's own credentials whether a token belongs to it.
    case tokenCheck
    /// A call in the name of a person.
    case apiCall
}
