// Each operation once more with a completion, which comes on the main actor. A completion may be left out, as in Firebase's
// client, so that at top level of a main.swift, which counts as synchronous there, Swift picks these even behind `await`;
// `@_disfavoredOverload` does not change that. The documentation of `Auth` says so.

extension Auth {
    /// ``signIn(with:)`` with a completion.
    public func signIn(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(with: credential) }
    }

    /// ``signIn(withEmail:password:)`` with a completion.
    public func signIn(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withEmail: email, password: password) }
    }

    /// ``signIn(withCustomToken:)`` with a completion.
    public func signIn(
        withCustomToken token: String, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withCustomToken: token) }
    }

    /// ``createUser(withEmail:password:)`` with a completion.
    public func createUser(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.createUser(withEmail: email, password: password) }
    }

    /// ``signInAnonymously()`` with a completion.
    public func signInAnonymously(completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.signInAnonymously() }
    }

    /// ``fetchSignInMethods(forEmail:)`` with a completion.
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
