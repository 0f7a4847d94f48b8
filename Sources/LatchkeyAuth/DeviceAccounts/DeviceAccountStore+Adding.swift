import LatchkeyOAuth

extension DeviceAccountStore {
    /// Adds a Twitter account of the user. The browser opens Twitter's page, the server exchanges the result for a token pair, and the
    /// token pair is stored here.
    ///
    /// The user signed in to `auth` does not change. The server creates an account for the Twitter user if there is none.
    ///
    /// - Parameters:
    ///   - auth: An instance of the server that has the Twitter application.
    ///   - delegate: Opens the page; `nil` uses the system's browser.
    /// - Throws: The errors of ``OAuthProvider/credential(with:)`` and ``Auth/signIn(with:)``; ``AuthErrorCode/keychainError``.
    @discardableResult
    public func addTwitterAccount(auth: Auth = Auth.auth(), delegate: (any AuthUIDelegate)? = nil) async throws -> DeviceAccount {
        let credential = try await OAuthProvider(providerID: .twitter, auth: auth).credential(with: delegate)
        let prepared = try await auth.prepare(.credential(credential))
        guard let pair = prepared.credential as? OAuthCredential, let token = pair.accessToken, let secret = pair.secret else {
            throw AuthError.make(.internalError, reason: "The server's response lacks Twitter's token pair.")
        }
        let info = prepared.additionalUserInfo
        let account = DeviceAccount(
            username: info?.username ?? "", userFullName: info?.profile?["name"] as? String,
            userID: info?.profile?["id_str"] as? String, server: auth.configuration.base, token: token, secret: secret)
        try save(account)
        return account
    }
}
