import LatchkeyIdentity

/// The accounts that a command refers to: those of a project or of a tenant.
struct RealmName: Sendable, Equatable {
    var project: String
    /// `nil` for the project's own accounts.
    var tenant: String?

    /// The name for the start of a sentence.
    var inWords: String { tenant.map { "The tenant \($0) of the project \(project)" } ?? "The project \(project)" }
}

extension OperatorCall {
    /// The project in the path, or its tenant in the query.
    var realm: RealmName { RealmName(project: project, tenant: query("tenantId")) }
}

/// The number of accounts of a tenant.
struct TenantUsers: Codable, Sendable, Equatable {
    var tenant: String
    var users: Int
}

extension StoreReading {
    /// - Throws: ``AdminError`` when there is no such project, or no such tenant in it.
    func requireRealm(_ name: RealmName) throws -> Realm {
        try caller(in: name).realm
    }

    /// Like ``requireRealm(_:)``, and also accepts the console's administrators, to list and delete them like other accounts.
    func requireRealmOrConsole(_ name: RealmName) throws -> Realm {
        let console = Realm(project: .console)
        return name == RealmName(project: console.project.rawValue) ? console : try requireRealm(name)
    }

    /// Returns a caller with an administrator's permissions for a realm, even if a tenant has disabled sign-in.
    ///
    /// - Throws: The same errors as ``requireRealm(_:)``.
    func caller(in name: RealmName) throws -> Caller {
        let project = try requireProject(name.project)
        guard let id = name.tenant else { return Caller(project: project) }
        // An empty tenant ID is an error; it must not select the project's own accounts.
        guard !id.isEmpty, let tenant = try tenant(TenantID(rawValue: id), of: project.id) else {
            let known = try tenants(of: project.id, after: nil, limit: 10).map(\.id.rawValue)
            throw AdminError(
                "The project \(project.id) has no tenant \(id). "
                    + (known.isEmpty ? "" : "Existing tenants: \(known.joined(separator: ", ")). ")
                    + "Create one with POST /v2/projects/\(project.id)/tenants; see docs/administration.md.")
        }
        return Caller(project: project.seen(by: tenant), tenant: tenant.id)
    }
}
