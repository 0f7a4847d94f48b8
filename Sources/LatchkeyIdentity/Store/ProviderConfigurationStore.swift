/// Read access to the provider configurations that only administration APIs use.
public protocol ProviderConfigurationReading {
    /// Returns the configuration of a SAML provider.
    func samlConfiguration(_ id: ProviderID, in realm: Realm) throws -> SAMLConfiguration?
    /// Returns SAML configurations sorted by id, beginning after `last` if it is given.
    func samlConfigurations(in realm: Realm, after last: ProviderID?, limit: Int) throws -> [SAMLConfiguration]
}

/// Write access to the provider configurations that only administration APIs use.
public protocol ProviderConfigurationWriting: ProviderConfigurationReading {
    /// Deletes a provider's configuration. Identities of the provider stay, and are valid again when it is configured again.
    ///
    /// - Returns: Whether the configuration existed.
    func deleteProvider(_ id: ProviderID, in realm: Realm) throws -> Bool
    /// Inserts or replaces a configuration.
    func save(_ configuration: SAMLConfiguration) throws
    /// Deletes a configuration.
    ///
    /// - Returns: Whether the configuration existed.
    func deleteSAMLConfiguration(_ id: ProviderID, in realm: Realm) throws -> Bool
}
