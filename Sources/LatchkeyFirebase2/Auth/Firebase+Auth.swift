public import Foundation
import LatchkeyAuth
import Synchronization

extension Firebase {
    /// What is called when a sign-in has ended: an error, or who is signed in.
    public typealias AuthBlock = @MainActor (_ error: NSError?, _ authData: FAuthData?) -> Void

    /// Who is signed in at this database; nil for nobody. After a start it is who was signed in before, at once.
    public var authData: FAuthData? { (try? requireClient())?.authData }

    /// Calls a block with who is signed in: soon, and after every change.
    @discardableResult
    public func observeAuthEventWithBlock(_ block: @escaping @MainActor (FAuthData?) -> Void) -> FirebaseHandle {
        guard let client = try? requireClient() else {
            Task { @MainActor in block(nil) }
            return 0
        }
        return client.state.withLock { $0.observers.add(block, present: client.authData) }
    }

    /// Ends that; called on the main actor, the block is not called any more.
    public func removeAuthEventObserverWithHandle(_ handle: FirebaseHandle) {
        (try? requireClient())?.state.withLock { $0.observers.remove(handle) }
    }

    /// Signs in with a provider's access token.
    public func authWithOAuthProvider(_ provider: String, token: String, withCompletionBlock block: AuthBlock? = nil) {
        authWithOAuthProvider(provider, parameters: ["access_token": token], withCompletionBlock: block)
    }

    /// Signs in with what a provider gave: `access_token`, or Twitter's `oauth_token` and `oauth_token_secret`; others are not looked at,
    /// `user_id` least of all: the server asks Twitter whose token it is.
    public func authWithOAuthProvider(_ provider: String, parameters: [String: Any], withCompletionBlock block: AuthBlock? = nil) {
        let texts = parameters.compactMapValues { $0 as? String }
        begin(block) { .credential(try ProviderNames.credential(provider, texts)) }
    }

    /// Signs in with an address and its password.
    public func authUser(_ email: String, password: String, withCompletionBlock block: AuthBlock? = nil) {
        begin(block) { .password(email: email, password: password) }
    }

    /// Signs in without saying who one is.
    public func authAnonymouslyWithCompletionBlock(_ block: AuthBlock? = nil) {
        begin(block) { .anonymous }
    }

    /// Signs in as whom a back end vouches for.
    public func authWithCustomToken(_ token: String, withCompletionBlock block: AuthBlock? = nil) {
        begin(block) { .customToken(token) }
    }

    /// Begins a sign-in before it returns: one that is begun later pre-empts it.
    private func begin(
        _ block: AuthBlock?, ended: (@MainActor @Sendable () -> Void)? = nil, _ way: @escaping @Sendable () throws -> SignInWay
    ) {
        let attempt = try? client.get().beginAttempt()
        deliver(to: block) {
            let client = try self.requireClient()
            return try await client.signIn(attempt ?? client.beginAttempt(), ended: ended) { _ in try way() }
        }
    }

    /// Signs out, and pre-empts sign-ins that are under way.
    public func unauth() { (try? requireClient())?.signOut() }

    /// The name of ``unauth()`` before version 2; the block is called once that is done.
    @available(*, deprecated, renamed: "unauth()")
    public func unauthWithCompletionBlock(_ block: (@MainActor (_ error: NSError?) -> Void)?) {
        unauth()
        deliver(to: block) {}
    }

    /// The name of ``authWithCustomToken(_:withCompletionBlock:)`` before version 2.
    ///
    /// - Parameter cancelBlock: called when the session ends by itself later.
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

    /// Asks for the text that a device's system has Twitter trade for a token of this app, under the key `oauth`. The project has to allow
    /// it: `latchkey projects set --reverse-auth yes`.
    public func makeReverseOAuthRequestTo(
        _ provider: String, withCompletionBlock block: (@MainActor (_ error: NSError?, _ json: [String: Any]?) -> Void)?
    ) {
        deliver(to: { (error: NSError?, text: String?) in block?(error, text.map { ["oauth": $0] }) }) {
            try await self.requireClient().auth.reverseAuth(providerID: ProviderNames.identifier(of: provider))
        }
    }
}

// The same for `await`.
extension Firebase {
    /// ``authWithOAuthProvider(_:token:withCompletionBlock:)`` for `await`.
    @discardableResult
    public func authWithOAuthProvider(_ provider: String, token: String) async throws -> FAuthData {
        try await authWithOAuthProvider(provider, parameters: ["access_token": token])
    }

    /// ``authWithOAuthProvider(_:parameters:withCompletionBlock:)`` for `await`.
    @discardableResult
    public func authWithOAuthProvider(_ provider: String, parameters: [String: String]) async throws -> FAuthData {
        let client = try requireClient()
        return try await client.signIn(client.beginAttempt()) { _ in .credential(try ProviderNames.credential(provider, parameters)) }
    }

    /// ``authUser(_:password:withCompletionBlock:)`` for `await`.
    @discardableResult
    public func authUser(_ email: String, password: String) async throws -> FAuthData {
        try await requireClient().signIn(.password(email: email, password: password))
    }

    /// ``authAnonymouslyWithCompletionBlock(_:)`` for `await`.
    @discardableResult
    public func authAnonymously() async throws -> FAuthData { try await requireClient().signIn(.anonymous) }

    /// ``authWithCustomToken(_:withCompletionBlock:)`` for `await`.
    @discardableResult
    public func authWithCustomToken(_ token: String) async throws -> FAuthData { try await requireClient().signIn(.customToken(token)) }
}
