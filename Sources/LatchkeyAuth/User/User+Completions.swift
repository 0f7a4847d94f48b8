// Variants with a completion handler, which is called on the main actor.

extension User {
    /// The variant of ``getIDToken(forcingRefresh:)`` with a completion handler.
    public func getIDToken(completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.getIDToken() }
    }

    /// The variant of ``getIDToken(forcingRefresh:)`` with a completion handler.
    public func getIDTokenForcingRefresh(
        _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.getIDToken(forcingRefresh: forceRefresh) }
    }

    /// The variant of ``getIDTokenResult(forcingRefresh:)`` with a completion handler.
    public func getIDTokenResult(
        forcingRefresh: Bool = false, completion: (@MainActor (AuthTokenResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.getIDTokenResult(forcingRefresh: forcingRefresh) }
    }

    /// The variant of ``reload()`` with a completion handler.
    public func reload(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.reload() }
    }

    /// The variant of ``link(with:)`` with a completion handler.
    public func link(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.link(with: credential) }
    }

    /// The variant of ``unlink(fromProvider:)`` with a completion handler.
    public func unlink(fromProvider provider: String, completion: (@MainActor (User?, (any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.unlink(fromProvider: provider) }
    }

    /// The variant of ``reauthenticate(with:)`` with a completion handler.
    public func reauthenticate(
        with credential: AuthCredential, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.reauthenticate(with: credential) }
    }

    /// The variant of ``updatePassword(to:)`` with a completion handler.
    public func updatePassword(to password: String, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.updatePassword(to: password) }
    }

    /// The variant of ``updateEmail(to:)`` with a completion handler.
    public func updateEmail(to email: String, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.updateEmail(to: email) }
    }

    /// The variant of ``delete()`` with a completion handler.
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
