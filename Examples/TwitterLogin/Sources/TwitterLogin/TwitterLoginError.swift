/// What can go wrong on our side; what Twitter refuses is an ``LatchkeyOAuth/OAuthError``.
public enum TwitterLoginError: Error, Equatable, Sendable {
    /// The person said no on Twitter's page.
    case denied
    /// The person closed the page.
    case cancelled
    /// Another sign-in of this service has not ended yet.
    case busy
    /// The service has a callback and cannot take a PIN, or the other way round.
    case wrongCallback
    /// Nothing was typed where a PIN should be.
    case noPIN
    /// The other side ignored our callback: it speaks an OAuth that is not safe.
    case callbackNotConfirmed
    /// A reply lacks what it must hold.
    case malformedReply
    /// A query or a form that cannot be read.
    case malformedQuery
    /// An address that is none.
    case malformedURL
}

extension TwitterLoginError: CustomStringConvertible {
    /// A sentence for a person.
    public var description: String {
        switch self {
        case .denied: "You did not let this program in."
        case .cancelled: "You closed Twitter's page."
        case .busy: "A sign-in is going on already."
        case .wrongCallback: "A PIN goes with the callback oob, and with no other."
        case .noPIN: "No PIN was typed."
        case .callbackNotConfirmed: "This Twitter speaks OAuth 1.0, which is not safe."
        case .malformedReply: "Twitter's reply lacks what it must hold."
        case .malformedQuery: "Parameters cannot be read."
        case .malformedURL: "Twitter's address is none."
        }
    }
}
