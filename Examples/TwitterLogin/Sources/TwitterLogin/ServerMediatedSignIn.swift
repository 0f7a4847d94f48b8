public import LatchkeyAuth

// snippet.S4.server
/// The same sign-in for an app that people download: the server talks to Twitter, and no consumer secret is in the app.
///
/// The app opens a page of the server, which goes through the three steps by itself and knows the secret. What comes back is worth
/// nothing without a session id that only this app has, so that a stolen callback signs nobody in.
public struct ServerMediatedSignIn: Sendable {
    private let auth: Auth

    /// - Parameter auth: Has the server's address and the project's API key, which is no secret.
    public init(auth: Auth = Auth.auth()) {
        self.auth = auth
    }

    /// Who signed in.
    public struct Account: Equatable, Sendable {
        /// The number of the account at Twitter.
        public let userID: String
        /// The name behind the @.
        public let screenName: String?

        public init(userID: String, screenName: String?) {
            self.userID = userID
            self.screenName = screenName
        }
    }

    /// Signs a person in.
    ///
    /// - Parameter delegate: Opens the page; the person's own browser when `nil`.
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
