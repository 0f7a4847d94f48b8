package import LatchkeySecrets

/// Looks up the sign-in methods of an address (`accounts:createAuthUri` with an identifier).
package struct SignInMethods: Sendable {
    let store: any AccountStore
    let pendingCredentials: PendingCredentials

    package init(store: any AccountStore, pendingCredentials: PendingCredentials) {
        self.store = store
        self.pendingCredentials = pendingCredentials
    }

    /// Returns the sign-in methods of an address.
    ///
    /// - Parameter pendingToken: A proof that a provider vouches for the address, which is needed with enumeration protection.
    /// - Returns: `nil` if the caller may not see the methods; an empty list for an unknown address.
    package func methods(
        for email: EmailAddress, pendingToken: Secret<String>?, caller: Caller
    ) async throws -> [ProviderID]? {
        if caller.project.settings.enumerationProtection {
            guard let pendingToken,
                // An invalid token gives the same response as none.
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
