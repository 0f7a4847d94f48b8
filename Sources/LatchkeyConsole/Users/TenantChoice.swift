import LatchkeyIdentity

/// The tenant selector of the user list, in a project that has tenants.
struct TenantChoice: Sendable {
    struct Option: Sendable {
        let id: String
        let name: String
        let chosen: Bool
    }

    /// The address that the form is submitted to.
    let action: String
    /// The tenants to choose from. Empty if there are too many for a list; the user then enters a tenant ID.
    let options: [Option]
    let chosen: String

    private static let maxOptions = 200

    /// - Returns: `nil` if the project has no tenants.
    init?(in realm: ConsoleRealm, _ view: any StoreReading) throws {
        let tenants = try view.tenants(of: realm.project.id, after: nil, limit: Self.maxOptions + 1)
        guard !tenants.isEmpty else { return nil }
        action = TenantsPage.path(in: realm.project.id)
        chosen = realm.id.tenant.rawValue
        options =
            tenants.count > Self.maxOptions
            ? [] : tenants.map { Option(id: $0.id.rawValue, name: $0.shownName, chosen: $0.id == realm.id.tenant) }
    }
}

extension Tenant {
    /// The name with the ID, because names are not unique.
    var shownName: String { displayName.isEmpty ? id.rawValue : "\(displayName) (\(id.rawValue))" }
}
