import LatchkeyIdentity

extension MemoryTransaction {
    func tenant(_ id: TenantID, of project: ProjectID) throws -> Tenant? {
        state.tenants.first { $0.id == id && $0.project == project }
    }

    func tenants(of project: ProjectID, after last: TenantID?, limit: Int) throws -> [Tenant] {
        let sorted = state.tenants.filter { $0.project == project && (last?.rawValue ?? "").precedes($0.id.rawValue) }
            .sorted { $0.id.rawValue.precedes($1.id.rawValue) }
        return Array(sorted.prefix(max(0, limit)))
    }

    func insert(_ tenant: Tenant) throws {
        try requireProject(tenant.project)
        try require(try self.tenant(tenant.id, of: tenant.project) == nil, .other, "the id is taken")
        changesConfiguration = true
        state.tenants.append(tenant)
    }

    func update(_ tenant: Tenant) throws {
        let found = state.tenants.firstIndex { $0.id == tenant.id && $0.project == tenant.project }
        guard let found else { throw conflict(.other, "no such tenant to update") }
        changesConfiguration = true
        state.tenants[found].displayName = tenant.displayName
        state.tenants[found].settings = tenant.settings
    }

    func deleteTenant(_ id: TenantID, of project: ProjectID) throws -> Bool {
        guard remove(\.tenants, where: { $0.id == id && $0.project == project }) == 1 else { return false }
        changesConfiguration = true
        let realm = Realm(project: project, tenant: id)
        for account in state.accounts.values where account.realm == realm { _ = try deleteAccount(account.id, in: realm) }
        remove(\.providers) { $0.realm == realm }
        remove(\.samlConfigurations) { $0.realm == realm }
        return true
    }
}
