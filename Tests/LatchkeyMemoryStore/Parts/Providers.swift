import LatchkeyIdentity

extension MemoryTransaction {
    func provider(_ id: ProviderID, in realm: Realm) throws -> ProviderConfiguration? {
        state.providers.first { $0.provider == id && $0.realm == realm }
    }

    func providers(in realm: Realm) throws -> [ProviderConfiguration] {
        state.providers.filter { $0.realm == realm }.sorted { $0.provider.rawValue.precedes($1.provider.rawValue) }
    }

    func save(_ provider: ProviderConfiguration) throws {
        try requireProject(provider.project)
        changesConfiguration = true
        remove(\.providers) { $0.provider == provider.provider && $0.realm == provider.realm }
        state.providers.append(provider)
    }

    func deleteProvider(_ id: ProviderID, in realm: Realm) throws -> Bool {
        changesConfiguration = true
        return remove(\.providers) { $0.provider == id && $0.realm == realm } == 1
    }

    func samlConfiguration(_ id: ProviderID, in realm: Realm) throws -> SAMLConfiguration? {
        state.samlConfigurations.first { $0.id == id && $0.realm == realm }
    }

    func samlConfigurations(in realm: Realm, after last: ProviderID?, limit: Int) throws -> [SAMLConfiguration] {
        let sorted = state.samlConfigurations.filter { $0.realm == realm && (last?.rawValue ?? "").precedes($0.id.rawValue) }
            .sorted { $0.id.rawValue.precedes($1.id.rawValue) }
        return Array(sorted.prefix(max(0, limit)))
    }

    func save(_ configuration: SAMLConfiguration) throws {
        try requireProject(configuration.realm.project)
        changesConfiguration = true
        remove(\.samlConfigurations) { $0.id == configuration.id && $0.realm == configuration.realm }
        state.samlConfigurations.append(configuration)
    }

    func deleteSAMLConfiguration(_ id: ProviderID, in realm: Realm) throws -> Bool {
        changesConfiguration = true
        return remove(\.samlConfigurations) { $0.id == id && $0.realm == realm } == 1
    }
}
