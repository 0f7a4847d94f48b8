package import LatchkeySecrets

/// Reads the assertion of a pending token, without using the token up.
package struct PendingCredentials: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock

    package init(store: any AccountStore, sealer: Sealer, now: @escaping WallClock) {
        self.store = store
        self.sealer = sealer
        self.now = now
    }

    /// Returns the assertion of a token.
    ///
    /// - Throws: ``SignInError`` with `INVALID_PENDING_TOKEN` for a token that is unknown, expired, used, or of another realm.
    package func assertion(of token: Secret<String>, in realm: Realm) async throws -> ProviderAssertion {
        let id = Fingerprint(of: token.expose())
        let instant = now()
        let found = try await store.read { try $0.pendingCredential(id) }
        guard let found, found.realm == realm, found.expiresAt > instant else { throw SignInError(.invalidPendingToken) }
        return try sealer.openAssertion(
            found.sealedAssertion, for: PendingCredential.sealingContext(project: realm.project, id: id))
    }
}
