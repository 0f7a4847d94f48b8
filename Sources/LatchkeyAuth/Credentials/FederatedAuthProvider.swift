/// A provider that obtains a credential through a web page: ``OAuthProvider`` or your own type.
public protocol FederatedAuthProvider: Sendable {
    /// Opens the provider's page and waits until the user completes it.
    ///
    /// - Parameter delegate: Opens the page; `nil` uses the system's browser.
    func credential(with delegate: (any AuthUIDelegate)?) async throws -> AuthCredential
}

extension OAuthProvider: FederatedAuthProvider {}

extension Auth {
    /// Signs in on a provider's page. Combines ``FederatedAuthProvider/credential(with:)`` and ``signIn(with:)``.
    @discardableResult
    public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await signIn(with: try await provider.credential(with: uiDelegate))
    }

    /// The variant of ``signIn(with:uiDelegate:)`` with a completion handler, which is called on the main actor.
    public func signIn(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.signIn(with: provider, uiDelegate: uiDelegate) }
    }
}

extension User {
    /// Links an identity to the account on the provider's page.
    @discardableResult
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await link(with: try await provider.credential(with: uiDelegate))
    }

    /// The variant of ``link(with:uiDelegate:)`` with a completion handler, which is called on the main actor.
    public func link(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.link(with: provider, uiDelegate: uiDelegate) }
    }

    /// Reauthenticates the user on a provider's page.
    @discardableResult
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
    ) async throws -> AuthDataResult {
        try await reauthenticate(with: try await provider.credential(with: uiDelegate))
    }

    /// The variant of ``reauthenticate(with:uiDelegate:)`` with a completion handler, which is called on the main actor.
    public func reauthenticate(
        with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.reauthenticate(with: provider, uiDelegate: uiDelegate) }
    }
}
