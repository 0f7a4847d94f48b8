public import Foundation
public import LatchkeyOAuth
import LatchkeySecrets

// snippet.S4.2.answer
/// What Twitter said about one request token when it sent the person back.
public enum CallbackAnswer: Equatable, Sendable {
    /// They agreed; this is what the request token is exchanged with.
    case verified(String)
    /// They said no.
    case denied

    /// Reads a callback; `nil` for one that does not answer this request token, which is then best ignored.
    ///
    /// Any app and any page may open a URL of our scheme. Were its token not compared, somebody could slip in the end of a
    /// sign-in of their own, and the person would work in a stranger's account (the session fixation of 2009).
    public init?(_ url: URL, to token: OAuth1Token) {
        // Read without URLComponents, which leaves a "+" alone; and a name that stands there twice is worth nothing.
        let query = url.absoluteString.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        guard let parameters = try? String(query).urlQueryParameters else { return nil }
        // Who says no is sent back with the request token under this name, and with no verifier.
        if let denied = parameters.only("denied"), denied.equalsInConstantTime(token.token) {
            self = .denied
            return
        }
        guard let answered = parameters.only("oauth_token"), answered.equalsInConstantTime(token.token),
            let verifier = parameters.only("oauth_verifier"), !verifier.isEmpty
        else { return nil }
        self = .verified(verifier)
    }
}
// snippet.end
