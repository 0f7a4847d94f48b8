/// The URLs of a provider's four OAuth 1.0a endpoints.
public struct OAuth1Endpoints: Sendable, Equatable {
    /// Issues request tokens.
    public var requestToken: String
    /// The page that requests consent only if the user has not granted it before; equal to `authorize` if the provider has none.
    public var authenticate: String
    /// The page that requests consent every time.
    public var authorize: String
    /// Exchanges request tokens for access tokens.
    public var accessToken: String

    /// Creates a set of endpoints from absolute URLs.
    public init(requestToken: String, authenticate: String, authorize: String, accessToken: String) {
        self.requestToken = requestToken
        self.authenticate = authenticate
        self.authorize = authorize
        self.accessToken = accessToken
    }
}

/// Where the provider sends the user after the consent page.
public enum OAuth1Callback: Sendable, Equatable {
    /// An absolute URL that is registered with the provider; custom schemes such as `twittersdk://` are accepted.
    case url(String)
    /// No redirect: the provider shows a PIN that the user enters.
    case outOfBand

    /// Returns the value of `oauth_callback`; throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
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
                    hint: "Use an absolute URL such as https://app.example.com/callback, escaped where needed.")
            }
            return url
        }
    }
}
