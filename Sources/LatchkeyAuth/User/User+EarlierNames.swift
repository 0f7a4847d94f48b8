// The names of earlier Firebase releases.

extension User {
    /// The name of ``getIDToken(completion:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "getIDToken(completion:)")
    public func getToken(completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        getIDToken(completion: completion)
    }

    /// The name of ``getIDTokenForcingRefresh(_:completion:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "getIDTokenForcingRefresh(_:completion:)")
    public func getTokenForcingRefresh(
        _ forceRefresh: Bool, completion: (@MainActor (String?, (any Error)?) -> Void)?
    ) {
        getIDTokenForcingRefresh(forceRefresh, completion: completion)
    }

    /// The name of ``getIDToken(forcingRefresh:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "getIDToken(forcingRefresh:)")
    public func idToken() async throws -> String {
        try await getIDToken()
    }

    /// The name of ``getIDToken(forcingRefresh:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "getIDToken(forcingRefresh:)")
    public func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
        try await getIDToken(forcingRefresh: forceRefresh)
    }

    /// The name of ``getIDTokenResult(forcingRefresh:)`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "getIDTokenResult(forcingRefresh:)")
    public func idTokenResult(forcingRefresh: Bool) async throws -> AuthTokenResult {
        try await getIDTokenResult(forcingRefresh: forcingRefresh)
    }

    /// The name of ``createProfileChangeRequest()`` in earlier releases of Firebase.
    @available(*, deprecated, renamed: "createProfileChangeRequest()")
    public func profileChangeRequest() -> UserProfileChangeRequest {
        createProfileChangeRequest()
    }
}
