public import LatchkeyOAuth
public import LatchkeySecrets

// snippet.S4.1
/// Which application this is, and where Twitter sends the person back to.
///
/// One value that is passed along, where the tutorial has global variables: tests have a Twitter of their own, and so may you.
/// The secret is a ``LatchkeySecrets/Secret``, so that no `print` shows it; that does not protect it in an app that people
/// download, from which anybody can read it. ``ServerMediatedSignIn`` is the form for such an app.
public struct TwitterConfiguration: Sendable {
    /// The value of ``callback`` for programs that nobody can be sent back to: Twitter shows a PIN instead.
    public static let outOfBand = "oob"

    /// What Twitter's settings page calls the API key.
    public var consumer: OAuth1Consumer
    /// Where the person comes back to, as registered with Twitter.
    ///
    /// `twittersdk` is a scheme that every reader of the tutorial registers, and a phone does not promise which of them gets the
    /// URL. An app of yours takes a scheme in which its bundle id stands (RFC 8252, section 7.1).
    public var callback: String
    /// Twitter, or a sandbox's Twitter; without a slash at the end.
    public var apiBase: String

    /// An application at Twitter.
    public init(
        consumerKey: String, consumerSecret: Secret<String>, callback: String = "twittersdk://",
        apiBase: String = Twitter.defaultAPIBase
    ) {
        consumer = OAuth1Consumer(key: consumerKey, secret: consumerSecret)
        self.callback = callback
        self.apiBase = apiBase
    }

    /// What stands in front of the callback's colon, in lower case.
    public var callbackScheme: String {
        callback.prefix { $0 != ":" }.lowercased()
    }
}
// snippet.end
