/// Read access to the tenants of projects.
public protocol TenantReading {
    /// Returns a tenant, even if it is disabled.
    func tenant(_ id: TenantID, of project: ProjectID) throws -> Tenant?
    /// Returns the tenants of a project sorted by id, beginning after `last` if it is given.
    func tenants(of project: ProjectID, after last: TenantID?, limit: Int) throws -> [Tenant]
}

/// Write access to the tenants of projects.
public protocol TenantWriting: TenantReading {
    /// Inserts a tenant.
    ///
    /// - Throws: ``StoreConflict`` if the id is taken.
    func insert(_ tenant: Tenant) throws
    /// Replaces name and settings.
    func update(_ tenant: Tenant) throws
    /// Deletes a tenant with its accounts and providers. Remaining data with an expiry is deleted when it expires; events stay. Call
    /// `eraseTenant(_:of:at:random:)` instead.
    ///
    /// - Returns: Whether the tenant existed.
    func deleteTenant(_ id: TenantID, of project: ProjectID) throws -> Bool
}

extension StoreReading {
    /// Returns a project with the settings of a tenant.
    ///
    /// - Throws: ``TenantNotFound``; ``SignInError`` with `PROJECT_DISABLED` if the tenant is disabled.
    package func project(_ project: Project, seenIn tenant: TenantID) throws -> Project {
        if tenant == .none { return project }
        guard let tenant = try self.tenant(tenant, of: project.id) else { throw TenantNotFound() }
        if tenant.settings.disabled { throw SignInError(.projectDisabled) }
        return project.seen(by: tenant)
    }
}
