import LatchkeyAuth
import LatchkeyFirebase2

// Sign-in with an access token that the app already has.
extension FirebaseSimpleLogin {
    /// Fails with `FAErrorAccountNotFound`, because devices no longer provide Facebook accounts.
    public func loginToFacebookAppWithId(
        _ appId: String, permissions: [String], audience: String, withCompletionBlock block: @escaping LoginBlock
    ) {
        login(block) { _ in
            throw SimpleLoginError.make(
                .accountNotFound,
                "NO_ACCOUNT: This device has no Facebook accounts. Use loginWithFacebookWithAccessToken(_:withCompletionBlock:).")
        }
    }

    /// Signs in with a Facebook access token.
    public func createFacebookUserWithToken(_ token: String, appId: String, withCompletionBlock block: @escaping LoginBlock) {
        login("facebook", token, block)
    }

    /// Signs in with a Facebook access token.
    public func loginWithFacebookWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("facebook", token, block)
    }

    /// Signs in with a Google access token.
    public func loginToGoogleWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("google", token, block)
    }

    /// Signs in with a Google access token.
    public func loginWithGoogleWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("google", token, block)
    }

    /// Signs in with a GitHub access token. The original offered this call only in JavaScript.
    public func loginWithGitHubWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("github", token, block)
    }

    private func login(_ provider: String, _ token: String, _ block: @escaping LoginBlock) {
        login(block) { _ in Way(signIn: .credential(try ProviderNames.credential(provider, ["access_token": token]))) }
    }
}
