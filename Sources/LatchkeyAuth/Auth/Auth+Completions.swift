// Variants with a completion handler, which is called on the main actor. As in Firebase's client, the completion handler can be omitted.
// Top-level code in main.swift counts as synchronous, so Swift picks these overloads there even after `await`.
// `@_disfavoredOverload` does not change that. The documentation of `Auth` mentions it.

extension Auth {
    /// The variant of ``signIn(with:)`` with a completion handler.
    public func signIn(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(with: credential) }
    }

    /// The variant of ``signIn(withEmail:password:)`` with a completion handler.
    public func signIn(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withEmail: email, password: password) }
    }

    /// The variant of ``signIn(withCustomToken:)`` with a completion handler.
    public func signIn(
        withCustomToken token: String, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withCustomToken: token) }
    }

    /// The variant of ``createUser(withEmail:password:)`` with a completion handler.
    public func createUser(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.createUser(withEmail: email, password: password) }
    }

    /// The variant of ``signInAnonymously()`` with a completion handler.
    public func signInAnonymously(completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.signInAnonymously() }
    }

    /// The variant of ``fetchSignInMethods(forEmail:)`` with a completion handler.
    public func fetchSignInMethods(
        forEmail email: String, completion: (@MainActor ([String]?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.fetchSignInMethods(forEmail: email) }
    }

    /// The name of ``fetchSignInMethods(forEmail:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "fetchSignInMethods(forEmail:completion:)")
    public func fetchProviders(
        forEmail email: String, completion: (@MainActor ([String]?, (any Error)?) -> Void)? = nil
    ) {
        fetchSignInMethods(forEmail: email, completion: completion)
    }

    /// The name of ``signIn(with:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "signIn(with:completion:)")
    public func signInAndRetrieveData(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        signIn(with: credential, completion: completion)
    }
}
