public import LatchkeyOAuth

// snippet.S4.12.credential
/// The signed-in user and the access token for later requests to Twitter.
public struct TwitterCredential: Equatable, Sendable {
    /// The user id as a string, because it can exceed the exact range of a `Double`. Use it to identify the account.
    public let userID: String
    /// The screen name, without the `@`. Users can change it, and others can then take it.
    public let screenName: String
    /// The access token and its secret. They are valid until the user revokes them; store them in the keychain.
    public let accessToken: OAuth1Token
}
// snippet.end
