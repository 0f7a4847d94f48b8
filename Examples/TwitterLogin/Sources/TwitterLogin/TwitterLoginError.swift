/// An error of the client. Errors that Twitter reports are of type ``LatchkeyOAuth/OAuthError``.
public enum TwitterLoginError: Error, Equatable, Sendable {
    /// The user denied the request on Twitter's page.
    case denied
    /// The user closed the page.
    case cancelled
    /// Another sign-in of this service is in progress.
    case busy
    /// The service has a callback and cannot accept a PIN, or the other way round.
    case wrongCallback
    /// The PIN is empty.
    case noPIN
    /// The server ignored the callback, as in OAuth 1.0, which is not secure.
    case callbackNotConfirmed
    /// A response lacks a required value.
    case malformedReply
    /// A query or a form cannot be parsed.
    case malformedQuery
    /// A URL is malformed.
    case malformedURL
}

extension TwitterLoginError: CustomStringConvertible {
    /// A sentence for the user.
    public var description: String {
        switch self {
        case .denied: "You did not authorize this program."
        case .cancelled: "You closed Twitter's page."
        case .busy: "Another sign-in is in progress."
        case .wrongCallback: "A PIN requires the callback oob, and no other callback supports it."
        case .noPIN: "No PIN was entered."
        case .callbackNotConfirmed: "The server uses OAuth 1.0, which is not secure."
        case .malformedReply: "Twitter's response lacks a required value."
        case .malformedQuery: "The parameters cannot be parsed."
        case .malformedURL: "Twitter's URL is malformed."
        }
    }
}
