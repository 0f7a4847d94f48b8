public import LatchkeyOAuth
public import LatchkeySecrets

// snippet.S4.1
/// The application's credentials and its callback URL.
///
/// The configuration is passed as a value instead of in global variables as in the tutorial, so that tests can use their own Twitter
/// server. The secret is a ``LatchkeySecrets/Secret``, which `print` does not reveal. This does not protect it in a published app, from
/// which anyone can extract it; use ``ServerMediatedSignIn`` there.
public struct TwitterConfiguration: Sendable {
    /// The value of ``callback`` for programs that cannot receive a callback: Twitter shows a PIN instead.
    public static let outOfBand = "oob"

    /// The consumer, which Twitter's settings page calls the API key.
    public var consumer: OAuth1Consumer
    /// The callback URL, as registered with Twitter.
    ///
    /// Every reader of the tutorial registers the scheme `twittersdk`, and the system does not specify which app receives the URL. In your
    /// own app, use a scheme that contains its bundle id (RFC 8252, section 7.1).
    public var callback: String
    /// The base URL of Twitter or a sandbox, without a trailing slash.
    public var apiBase: String

    /// Creates the configuration of an application.
    public init(
        consumerKey: String, consumerSecret: Secret<String>, callback: String = "twittersdk://",
        apiBase: String = Twitter.defaultAPIBase
    ) {
        consumer = OAuth1Consumer(key: consumerKey, secret: consumerSecret)
        self.callback = callback
        self.apiBase = apiBase
    }

    /// The scheme of the callback, in lower case.
    public var callbackScheme: String {
        callback.prefix { $0 != ":" }.lowercased()
    }
}
// snippet.end
