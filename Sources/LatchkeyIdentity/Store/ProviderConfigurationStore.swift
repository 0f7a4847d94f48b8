/// Ways to configure providers that only administrators' programs use.
public protocol ProviderConfigurationReading {
    func samlConfiguration(_ id: ProviderID, in realm: Realm) throws -> SAMLConfiguration?
    /// In the order of their ids, those after `last` if it is given.
    func samlConfigurations(in realm: Realm, after last: ProviderID?, limit: Int) throws -> [SAMLConfiguration]
}

public protocol ProviderConfigurationWriting: ProviderConfigurationReading {
    /// Removes a provider's configuration. Identities of the provider stay, and count when it is configured again.
    ///
    /// - Returns: Whether there was one.
    func deleteProvider(_ id: ProviderID, in realm: Realm) throws -> Bool
    /// Adds a configuration or replaces it.
    func save(_ configuration: SAMLConfiguration) throws
    /// - Returns: Whether there was one.
    func deleteSAMLConfiguration(_ id: ProviderID, in realm: Realm) throws -> Bool
}
