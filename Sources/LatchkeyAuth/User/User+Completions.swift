// Each operation once more with a completion, which comes on the main actor.

extension User {
    /// ``getIDToken(forcingRefresh:)`` with a completion.
    public func getIDToken(completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.getIDToken() }
    }

    /// ``getIDToken(forcingRefresh:)`` with a completion.
    public func getIDTokenForcingRefresh(
        _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
    }

    /// ``getIDTokenResult(forcingRefresh:)`` with a completion.
    public func getIDTokenResult(
        forcingRefresh: Bool = false, completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
    }

    /// ``reload()`` with a completion.
    public func reload(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.reload() }
    }

    /// ``link(with:)`` with a completion.
    public func link(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.link(with: credential) }
    }

    /// ``unlink(fromProvider:)`` with a completion.
    public func unlink(fromProvider provider: String, completion: (@MainActor (User?, (any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.unlink(fromProvider: provider) }
    }

    /// ``reauthenticate(with:)`` with a completion.
    public func reauthenticate(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.reauthenticate(with: credential) }
    }

    /// ``updatePassword(to:)`` with a completion.
    public func updatePassword(to password: String, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.updatePassword(to: password) }
    }

    /// ``updateEmail(to:)`` with a completion.
    public func updateEmail(to email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.updateEmail(to: email) }
    }

    /// ``delete()`` with a completion.
    public func delete(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.delete() }
    }

    /// The name of ``link(with:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "link(with:completion:)")
    public func linkAndRetrieveData(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        link(with: credential, completion: completion)
    }

    /// The name of ``reauthenticate(with:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "reauthenticate(with:completion:)")
    public func reauthenticateAndRetrieveData(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        reauthenticate(with: credential, completion: completion)
    }
}
