public import Foundation
public import LatchkeyOAuth
import LatchkeySecrets

// snippet.S4.2.answer
/// The result of a callback from Twitter for one request token.
public enum CallbackReply: Equatable, Sendable {
    /// The user approved. The request token is exchanged with this verifier.
    case verified(String)
    /// The user denied the request.
    case denied

    /// Reads a callback. Returns `nil` for a callback of another request token; ignore such callbacks.
    ///
    /// Any app and any page can open a URL with the app's scheme. Without the comparison of the token, an attacker could inject the end of
    /// their own sign-in, and the user would work in the attacker's account (the session fixation attack of 2009).
    public init?(_ url: URL, to token: OAuth1Token) {
        // Not read with URLComponents, which does not decode "+". A name that occurs twice is ignored.
        let query = url.absoluteString.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        guard let parameters = try? String(query).urlQueryParameters else { return nil }
        // After a denial, Twitter returns the request token under this name, without a verifier.
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
