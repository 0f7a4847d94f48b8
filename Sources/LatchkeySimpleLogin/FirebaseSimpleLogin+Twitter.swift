import LatchkeyAuth
import LatchkeyFirebase2

extension FirebaseSimpleLogin {
    /// Signs in with a Twitter account of the device.
    ///
    /// - Parameters:
    ///   - appId: The consumer key of the project's Twitter application.
    ///   - handler: Called on the main actor with the screen names if there are several accounts; returns the index of the account to
    ///     use. A single account is used without calling the handler. An invalid index, such as `-1`, selects no account, and the login
    ///     ends with `FAErrorAccountNotFound`.
    public func loginToTwitterAppWithId(
        _ appId: String, multipleAccountsHandler handler: @escaping @MainActor @Sendable (_ usernames: [String]) -> Int32,
        withCompletionBlock block: @escaping LoginBlock
    ) {
        loginToTwitterAppWithId(appId, multipleAccountsHandler: { Int(handler($0)) }, withCompletionBlock: block)
    }

    /// Variant of the method above with a handler that returns `Int`, where `NSNotFound` selects no account.
    public func loginToTwitterAppWithId(
        _ appId: String, multipleAccountsHandler handler: @escaping @MainActor @Sendable (_ usernames: [String]) -> Int,
        withCompletionBlock block: @escaping LoginBlock
    ) {
        login(block) { [accountStore] client in
            let account = try await Self.account(of: accountStore, for: client.auth, handler)
            let parameters = try await accountStore.parameters(of: account, consumerKey: appId, auth: client.auth)
            return Way(signIn: .credential(try ProviderNames.credential("twitter", parameters)), account: account)
        }
    }

    private static func account(of store: ACAccountStore, for auth: Auth, _ choose: @MainActor @Sendable ([String]) -> Int) async throws
        -> ACAccount
    {
        guard try await store.requestAccess(to: .twitter) else {
            throw SimpleLoginError.make(.accessNotGranted, "NO_ACCESS: Access to the Twitter accounts of this device was denied.")
        }
        let accounts = try store.accounts(of: .twitter, for: auth)
        let index = accounts.count > 1 ? await choose(accounts.map(\.username)) : 0
        guard accounts.indices.contains(index) else {
            throw SimpleLoginError.make(.accountNotFound, "NO_ACCOUNT: No Twitter account was found, or none was chosen.")
        }
        return accounts[index]
    }

    /// Signs in with a token pair that the app already has. Twitter determines the user; the user id that the app passes is ignored.
    public func loginWithTwitterWithAccessToken(
        _ token: String, andAccessTokenSecret secret: String, andTwitterUserId userId: String,
        withCompletionBlock block: @escaping LoginBlock
    ) {
        login(block) { _ in
            let parameters = ["oauth_token": token, "oauth_token_secret": secret]
            return Way(signIn: .credential(try ProviderNames.credential("twitter", parameters)))
        }
    }
}
