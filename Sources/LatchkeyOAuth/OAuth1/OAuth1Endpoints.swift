/// Where a provider answers the four requests of OAuth 1.0a.
public struct OAuth1Endpoints: Sendable, Equatable {
    /// Gives out request tokens.
    public var requestToken: String
    /// The page that asks the person only when they have not agreed before; where a provider has none, the same as `authorize`.
    public var authenticate: String
    /// The page that asks the person every time.
    public var authorize: String
    /// Exchanges request tokens for access tokens.
    public var accessToken: String

    /// Absolute URLs.
    public init(requestToken: String, authenticate: String, authorize: String, accessToken: String) {
        self.requestToken = requestToken
        self.authenticate = authenticate
        self.authorize = authorize
        self.accessToken = accessToken
    }
}

/// Where the provider sends the person afterwards.
public enum OAuth1Callback: Sendable, Equatable {
    /// An absolute URL, registered with the provider; an app's own scheme such as `twittersdk://` will do.
    case url(String)
    /// Nowhere: the provider shows a PIN that the person types in.
    case outOfBand

    /// The value of `oauth_callback`; throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    func parameter() throws -> String {
        switch self {
        case .outOfBand: return "oob"
        case .url(let url):
            let scheme = url.utf8.prefix { $0 != UInt8(ascii: ":") }
            guard scheme.count < url.utf8.count, !scheme.isEmpty, url.utf8.count <= WebAddress.maxBytes,
                ByteSet.visibleASCII.containsAll(of: url),
                scheme.allSatisfy({ ByteSet.unreserved.contains($0) || $0 == UInt8(ascii: "+") })
            else {
                throw OAuthError(
                    .invalidURL, detail: "the callback is not an absolute URL",
                    hint: "Write a whole address such as https://app.example.com/callback, escaped where needed.")
            }
            return url
        }
    }
}
