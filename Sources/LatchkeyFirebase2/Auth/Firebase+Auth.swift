public import Foundation
import LatchkeyAuth
import Synchronization

extension Firebase {
    /// A block that is called when a sign-in completes, with an error or the signed-in user.
    public typealias AuthBlock = @MainActor (_ error: NSError?, _ authData: FAuthData?) -> Void

    /// The user signed in to this database; `nil` if there is none. A session of an earlier run is restored immediately.
    public var authData: FAuthData? { (try? requireClient())?.authData }

    /// Calls a block with the signed-in user: once soon after this call, and after every change.
    @discardableResult
    public func observeAuthEventWithBlock(_ block: @escaping @MainActor (FAuthData?) -> Void) -> FirebaseHandle {
        guard let client = try? requireClient() else {
            Task { @MainActor in block(nil) }
            return 0
        }
        return client.state.withLock { $0.observers.add(block, present: client.authData) }
    }

    /// Removes an observer. If you call this on the main actor, the block is not called again.
    public func removeAuthEventObserverWithHandle(_ handle: FirebaseHandle) {
        (try? requireClient())?.state.withLock { $0.observers.remove(handle) }
    }

    /// Signs in with a provider's access token.
    public func authWithOAuthProvider(_ provider: String, token: String, withCompletionBlock block: AuthBlock? = nil) {
        authWithOAuthProvider(provider, parameters: ["access_token": token], withCompletionBlock: block)
    }

    /// Signs in with a provider's tokens: `access_token`, or `oauth_token` and `oauth_token_secret` for Twitter. Other parameters are
    /// ignored, including `user_id`, because the server queries Twitter which user the token belongs to.
    public func authWithOAuthProvider(_ provider: String, parameters: [String: Any], withCompletionBlock block: AuthBlock? = nil) {
        let texts = parameters.compactMapValues { $0 as? String }
        begin(block) { .credential(try ProviderNames.credential(provider, texts)) }
    }

    /// Signs in with an email address and a password.
    public func authUser(_ email: String, password: String, withCompletionBlock block: AuthBlock? = nil) {
        begin(block) { .password(email: email, password: password) }
    }

    /// Signs in anonymously.
    public func authAnonymouslyWithCompletionBlock(_ block: AuthBlock? = nil) {
        begin(block) { .anonymous }
    }

    /// Signs in with a custom token that a back end created.
    public func authWithCustomToken(_ token: String, withCompletionBlock block: AuthBlock? = nil) {
        begin(block) { .customToken(token) }
    }

    /// Starts a sign-in before returning. A sign-in that starts later pre-empts it.
    private func begin(
        _ block: AuthBlock?, ended: (@MainActor @Sendable () -> Void)? = nil, _ way: @escaping @Sendable () throws -> SignInWay
    ) {
        let attempt = try? client.get().beginAttempt()
        deliver(to: block) {
            let client = try self.requireClient()
            return try await client.signIn(attempt ?? client.beginAttempt(), ended: ended) { _ in try way() }
        }
    }

    /// Signs out, and pre-empts sign-ins in progress.
    public func unauth() { (try? requireClient())?.signOut() }

    /// The name of ``unauth()`` before version 2. The block is called after the sign-out.
    @available(*, deprecated, renamed: "unauth()")
    public func unauthWithCompletionBlock(_ block: (@MainActor (_ error: NSError?) -> Void)?) {
        unauth()
        deliver(to: block) {}
    }

    /// The name of ``authWithCustomToken(_:withCompletionBlock:)`` before version 2.
    ///
    /// - Parameter cancelBlock: Called if the session later ends without a sign-out or another sign-in by the app.
    @available(*, deprecated, renamed: "authWithCustomToken(_:withCompletionBlock:)")
    public func authWithCredential(
        _ credential: String, withCompletionBlock block: (@MainActor (_ error: NSError?, _ data: [String: Any]?) -> Void)?,
        withCancelBlock cancelBlock: (@MainActor @Sendable (_ error: NSError) -> Void)? = nil
    ) {
        begin(
            { block?($0, $1.map { ["auth": $0.auth, "expires": $0.expires] }) },
            ended: cancelBlock.map { block in { @MainActor @Sendable in block(FirebaseError.make(.invalidToken, "The session has ended.")) }
            }
        ) { .customToken(credential) }
    }

    /// The version of this module.
    public static func sdkVersion() -> String { "0.1.0" }

    /// Requests the text that the device's system exchanges at Twitter for a token of this app. The block receives it under the key
    /// `oauth`. The project must allow it: `latchkey projects set --reverse-auth yes`.
    public func makeReverseOAuthRequestTo(
        _ provider: String, withCompletionBlock block: (@MainActor (_ error: NSError?, _ json: [String: Any]?) -> Void)?
    ) {
        deliver(to: { (error: NSError?, text: String?) in block?(error, text.map { ["oauth": $0] }) }) {
            try await self.requireClient().auth.reverseAuth(providerID: ProviderNames.identifier(of: provider))
        }
    }
}

// The `async` variants.
extension Firebase {
    /// The `async` variant of ``authWithOAuthProvider(_:token:withCompletionBlock:)``.
    @discardableResult
    public func authWithOAuthProvider(_ provider: String, token: String) async throws -> FAuthData {
        try await authWithOAuthProvider(provider, parameters: ["access_token": token])
    }

    /// The `async` variant of ``authWithOAuthProvider(_:parameters:withCompletionBlock:)``.
    @discardableResult
    public func authWithOAuthProvider(_ provider: String, parameters: [String: String]) async throws -> FAuthData {
        let client = try requireClient()
        return try await client.signIn(client.beginAttempt()) { _ in .credential(try ProviderNames.credential(provider, parameters)) }
    }

    /// The `async` variant of ``authUser(_:password:withCompletionBlock:)``.
    @discardableResult
    public func authUser(_ email: String, password: String) async throws -> FAuthData {
        try await requireClient().signIn(.password(email: email, password: password))
    }

    /// The `async` variant of ``authAnonymouslyWithCompletionBlock(_:)``.
    @discardableResult
    public func authAnonymously() async throws -> FAuthData { try await requireClient().signIn(.anonymous) }

    /// The `async` variant of ``authWithCustomToken(_:withCompletionBlock:)``.
    @discardableResult
    public func authWithCustomToken(_ token: String) async throws -> FAuthData { try await requireClient().signIn(.customToken(token)) }
}
