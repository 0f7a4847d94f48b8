import LatchkeyOAuth

extension DeviceAccountStore {
    /// Adds a Twitter account of the person: their browser opens Twitter's page, the server does the exchange, and the token pair that it
    /// got is kept here.
    ///
    /// Whoever is signed in at `auth` stays so. At the server the person gets an account by this, if they had none.
    ///
    /// - Parameter delegate: opens the page; `nil` takes the system's browser.
    /// - Throws: what ``OAuthProvider/credential(with:)`` and ``Auth/signIn(with:)`` throw; ``AuthErrorCode/keychainError``.
    @discardableResult
    public func addTwitterAccount(auth: Auth = Auth.auth(), delegate: (any AuthUIDelegate)? = nil) async throws -> DeviceAccount {
        let credential = try await OAuthProvider(providerID: .twitter, auth: auth).credential(with: delegate)
        let prepared = try await auth.prepare(.credential(credential))
        guard let pair = prepared.credential as? OAuthCredential, let token = pair.accessToken, let secret = pair.secret else {
            throw AuthError.make(.internalError, reason: "The server gave no token pair of Twitter.")
        }
        let info = prepared.additionalUserInfo
        let account = DeviceAccount(
            username: info?.username ?? "", userFullName: info?.profile?["name"] as? String,
            userID: info?.profile?["id_str"] as? String, server: auth.configuration.base, token: token, secret: secret)
        try save(account)
        return account
    }
}
