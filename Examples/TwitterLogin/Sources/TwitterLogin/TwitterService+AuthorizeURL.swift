public import Foundation
public import LatchkeyOAuth

// snippet.S4.11
extension TwitterService {
    /// Step 2: the page on which the person decides.
    ///
    /// - Parameter page: `authorize`, which the tutorial takes, asks every time. `authenticate` is Twitter's "Sign in with
    ///   Twitter": it sends people straight back who have agreed before, if that is switched on in the application's settings.
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
