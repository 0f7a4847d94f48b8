public protocol TenantReading {
    func tenant(_ id: TenantID, of project: ProjectID) throws -> Tenant?
    /// In the order of their ids, those after `last` if it is given.
    func tenants(of project: ProjectID, after last: TenantID?, limit: Int) throws -> [Tenant]
}

public protocol TenantWriting: TenantReading {
    /// - Throws: ``StoreConflict`` for an id that is taken.
    func insert(_ tenant: Tenant) throws
    /// Replaces name and settings.
    func update(_ tenant: Tenant) throws
    /// Deletes a tenant with its accounts and providers. What is left of it and has an end goes when its time is over; events stay.
    ///
    /// - Returns: Whether there was such a tenant.
    func deleteTenant(_ id: TenantID, of project: ProjectID) throws -> Bool
}

extension StoreReading {
    /// A project as people of a tenant meet it.
    ///
    /// - Throws: ``TenantNotFound``; ``SignInError`` with `PROJECT_DISABLED` where the tenant lets nobody in.
    public func project(_ project: Project, seenIn tenant: TenantID) throws -> Project {
        if tenant == .none { return project }
        guard let tenant = try self.tenant(tenant, of: project.id) else { throw TenantNotFound() }
        if tenant.settings.disabled { throw SignInError(.projectDisabled) }
        return project.seen(by: tenant)
    }
}
