import LatchkeyIdentity

/// Whose accounts an administrator means.
struct RealmName: Codable, Sendable, Equatable {
    var project: String
    /// Absent for the project's own accounts.
    var tenant: String?

    /// For the beginning of a sentence.
    var inWords: String { tenant.map { "The tenant \($0) of the project \(project)" } ?? "The project \(project)" }
}

/// How many accounts a tenant has.
struct TenantUsers: Codable, Sendable, Equatable {
    var tenant: String
    var users: Int
}

extension StoreReading {
    /// - Throws: ``AdminError`` when there is no such project, or no such tenant in it.
    func requireRealm(_ name: RealmName) throws -> Realm {
        try caller(in: name).realm
    }

    /// The same, or the console's administrators, who are looked at and removed as other accounts are.
    func requireRealmOrConsole(_ name: RealmName) throws -> Realm {
        let console = Realm(project: .console)
        return name == RealmName(project: console.project.rawValue) ? console : try requireRealm(name)
    }

    /// An administrator who acts for people of a realm. A tenant that lets nobody in is no obstacle.
    ///
    /// - Throws: As ``requireRealm(_:)``.
    func caller(in name: RealmName) throws -> Caller {
        let project = try requireProject(name.project)
        guard let id = name.tenant else { return Caller(project: project) }
        // An empty name is no tenant: the project's own accounts would be taken for a tenant's.
        guard !id.isEmpty, let tenant = try tenant(TenantID(rawValue: id), of: project.id) else {
            let known = try tenants(of: project.id, after: nil, limit: 10).map(\.id.rawValue)
            throw AdminError(
                "The project \(project.id) has no tenant \(id). "
                    + (known.isEmpty ? "" : "Some that it has: \(known.joined(separator: ", ")). ")
                    + "A service account makes one with POST /v2/projects/\(project.id)/tenants; docs/operations.md shows how.")
        }
        return Caller(project: project.seen(by: tenant), tenant: tenant.id)
    }
}

extension Administrator {
    func tenantUsers(of project: String) async throws -> [TenantUsers] {
        try await store.read { view in
            let project = try view.requireProject(project).id
            return try view.tenants(of: project, after: nil, limit: Tenant.maxCount).compactMap { tenant in
                let count = try view.accountCount(in: Realm(project: project, tenant: tenant.id))
                return count > 0 ? TenantUsers(tenant: tenant.id.rawValue, users: count) : nil
            }
        }
    }
}
