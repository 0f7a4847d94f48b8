public import LatchkeyAuth

// snippet.S4.server
/// The same sign-in for a published app: the server communicates with Twitter, and the app contains no consumer secret.
///
/// The app opens a page of the server. The server performs the three steps and knows the secret. The callback is useless without a session
/// id that only this app has, so a stolen callback does not allow a sign-in.
public struct ServerMediatedSignIn: Sendable {
    private let auth: Auth

    /// Creates a sign-in.
    ///
    /// - Parameter auth: The instance with the server's URL and the project's API key, which is not a secret.
    public init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    /// The signed-in Twitter account.
    public struct Account: Equatable, Sendable {
        /// The Twitter user id.
        public let userID: String
        /// The screen name, without the `@`.
        public let screenName: String?

        /// Creates an account.
        public init(userID: String, screenName: String?) {
            self.userID = userID
            self.screenName = screenName
        }
    }

    /// Signs a user in.
    ///
    /// - Parameter delegate: Opens the page; `nil` uses the user's browser.
    public func signIn(delegate: (any AuthUIDelegate)? = nil) async throws -> Account {
        let provider = OAuthProvider(providerID: .twitter, auth: auth)
        let credential = try await provider.credential(with: delegate)
        let result = try await auth.signIn(with: credential)
        let twitter = result.user.providerData.first { $0.providerID == TwitterAuthProviderID }
        guard let twitter else { throw TwitterLoginError.malformedReply }
        return Account(userID: twitter.uid, screenName: result.additionalUserInfo?.username)
    }
}
// snippet.end
