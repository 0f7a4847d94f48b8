// The names of earlier Firebase releases.

extension Auth {
    /// The name of ``signInAnonymously()`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "signInAnonymously(completion:)")
    public func signInAnonymouslyAndRetrieveData(
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        signInAnonymously(completion: completion)
    }

    /// The name of ``createUser(withEmail:password:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "createUser(withEmail:password:completion:)")
    public func createUserAndRetrieveData(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        createUser(withEmail: email, password: password, completion: completion)
    }

    /// The name of ``signIn(withEmail:password:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "signIn(withEmail:password:completion:)")
    public func signInAndRetrieveData(
        withEmail email: String, password: String,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        signIn(withEmail: email, password: password, completion: completion)
    }

    /// The name of ``signIn(withCustomToken:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "signIn(withCustomToken:completion:)")
    public func signInAndRetrieveData(
        withCustomToken token: String, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        signIn(withCustomToken: token, completion: completion)
    }
}
