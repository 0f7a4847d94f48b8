/// Stores SAML configurations on behalf of administrators.
package struct SAMLAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock

    /// Creates or changes a configuration.
    ///
    /// - Parameter make: Gets the present configuration, if any, and returns the new one. Throw an error to keep it.
    package func save(
        _ id: ProviderID, in realm: Realm, by author: ActAuthor,
        _ make: @escaping @Sendable (SAMLConfiguration?) throws -> SAMLConfiguration
    ) async throws -> SAMLConfiguration {
        try await store.administer(by: author, at: now()) { transaction in
            let configuration = try make(try transaction.samlConfiguration(id, in: realm))
            try transaction.save(configuration)
            return (configuration, AdministrativeAct(in: realm, method: id))
        }
    }

    /// Removes a configuration.
    ///
    /// - Throws: ``ActRefusal`` with `notFound`.
    package func remove(_ id: ProviderID, in realm: Realm, by author: ActAuthor) async throws {
        try await store.administer(by: author, at: now()) { transaction in
            guard try transaction.deleteSAMLConfiguration(id, in: realm) else { throw ActRefusal.notFound("\(id) is not configured.") }
            return ((), AdministrativeAct(in: realm, method: id))
        }
    }
}
