public import LatchkeyOAuth

// snippet.S4.12.credential
/// Who signed in, and what the program may call Twitter with from now on.
public struct TwitterCredential: Equatable, Sendable {
    /// The number of the account, as text: it outgrows what a `Double` can hold. Accounts are known by it.
    public let userID: String
    /// The name behind the @; people change it, and others take it then.
    public let screenName: String
    /// The access token and its secret. They work until the person takes them back: on a device they belong into the keychain.
    public let accessToken: OAuth1Token
}
// snippet.end
