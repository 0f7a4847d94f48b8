public import Foundation
public import LatchkeyOAuth

// snippet.S4.11
extension TwitterService {
    /// Step 2: returns the page on which the user decides.
    ///
    /// - Parameters:
    ///   - token: The request token.
    ///   - page: `authorize`, as in the tutorial, asks every time. `authenticate` is Twitter's "Sign in with Twitter": after an earlier
    ///     approval, users are redirected immediately, if the application's settings enable it.
    public func authorizeURL(for token: OAuth1Token, page: OAuth1Flow.Page = .authorize) throws -> URL {
        let path =
            switch page {
            case .authorize: "/oauth/authorize"
            case .authenticate: "/oauth/authenticate"
            }
        guard let url = URL(string: configuration.apiBase + path + "?oauth_token=" + token.token.urlEncoded) else {
            throw TwitterLoginError.malformedURL
        }
        return url
    }
}
// snippet.end
