import LatchkeyAuth
import LatchkeyFirebase2

// Providers whose access token the app has.
extension FirebaseSimpleLogin {
    /// Signs in with an account of Facebook that the device knows; no device does any more.
    public func loginToFacebookAppWithId(
        _ appId: String, permissions: [String], audience: String, withCompletionBlock block: @escaping LoginBlock
    ) {
        login(block) { _ in
            throw SimpleLoginError.make(
                .accountNotFound,
                "NO_ACCOUNT: This device knows no accounts of Facebook. Use loginWithFacebookWithAccessToken(_:withCompletionBlock:).")
        }
    }

    /// Signs in with an access token of Facebook.
    public func createFacebookUserWithToken(_ token: String, appId: String, withCompletionBlock block: @escaping LoginBlock) {
        login("facebook", token, block)
    }

    /// Signs in with an access token of Facebook.
    public func loginWithFacebookWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("facebook", token, block)
    }

    /// Signs in with an access token of Google.
    public func loginToGoogleWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("google", token, block)
    }

    /// Signs in with an access token of Google.
    public func loginWithGoogleWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("google", token, block)
    }

    /// Signs in with an access token of GitHub. The original had this call for JavaScript alone.
    public func loginWithGitHubWithAccessToken(_ token: String, withCompletionBlock block: @escaping LoginBlock) {
        login("github", token, block)
    }

    private func login(_ provider: String, _ token: String, _ block: @escaping LoginBlock) {
        login(block) { _ in Way(signIn: .credential(try ProviderNames.credential(provider, ["access_token": token]))) }
    }
}
