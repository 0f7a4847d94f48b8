/// What gets a credential by way of a page: ``OAuthProvider``, or a type of one's own.
public protocol FederatedAuthProvider: Sendable {
    /// Opens the page and waits until the person comes back.
    ///
    /// - Parameter delegate: Opens the page; `nil` takes the system's browser.
    func credential(with delegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

extension OAuthProvider: FederatedAuthProvider {}

extension Auth {
    /// Signs in on the page of a provider: ``FederatedAuthProvider/credential(with:)`` and ``signIn(with:)`` in one.
    @discardableResult
    public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await signIn(with: try await provider.credential(with: uiDelegate))
    }

    /// ``signIn(with:uiDelegate:)`` with a completion, which comes on the main actor.
    public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
    }
}

extension User {
    /// Adds an identity by way of the provider's page.
    @discardableResult
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await link(with: try await provider.credential(with: uiDelegate))
    }

    /// ``link(with:uiDelegate:)`` with a completion, which comes on the main actor.
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
    }

    /// Proves again who the person is on the page of a provider.
    @discardableResult
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: try await provider.credential(with: uiDelegate))
    }

    /// ``reauthenticate(with:uiDelegate:)`` with a completion, which comes on the main actor.
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
    }
}
