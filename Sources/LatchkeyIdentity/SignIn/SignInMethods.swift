public import LatchkeySecrets

/// How somebody can sign in with an address (`accounts:createAuthUri` with an identifier).
public struct SignInMethods: Sendable {
    let store: any AccountStore
    let pendingCredentials: PendingCredentials

    public init(store: any AccountStore, pendingCredentials: PendingCredentials) {
        self.store = store
        self.pendingCredentials = pendingCredentials
    }

    /// - Parameter pendingToken: Shows that a provider vouches for the address, which opens the answer under enumeration protection.
    /// - Returns: `nil` where the project does not tell this caller anything; else the methods, none for an unknown address.
    public func methods(
        for email: EmailAddress, pendingToken: Secret<String>?, caller: Caller
    ) async throws -> [ProviderID]? {
        if caller.project.settings.enumerationProtection {
            guard let pendingToken,
                // Whatever is wrong with the token, the answer is everybody's answer.
                let assertion = try? await pendingCredentials.assertion(of: pendingToken, in: caller.realm),
                assertion.email == email, assertion.addressVerifiedByProvider
            else {
                return nil
            }
        }
        return try await store.read { view -> [ProviderID] in
            if let account = try view.account(withEmail: email, in: caller.realm) { return account.signInMethods }
            guard caller.project.settings.oneAccountPerEmail else { return [] }
            return try view.accounts(withIdentityEmail: email, in: caller.realm).first?.signInMethods ?? []
        }
    }
}
