import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb

/// A service account to create.
struct NewServiceAccount: Codable, Sendable {
    var name: String
}

extension Administrator {
    func addServiceAccounts(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/serviceAccounts"
        routes.on(.get, path) { call in
            try await store.read { view in
                try view.serviceAccounts(of: view.requireProject(call.project).id).map(ServiceAccountDescription.init)
            }
        }
        routes.on(.post, path) { (call, new: NewServiceAccount) in try await createServiceAccount(new.name, of: call.projectID) }
        // By name or email address.
        routes.on(.delete, path + "/:account", listing: "`latchkey service-accounts list` lists its accounts.") {
            ServiceAccountDescription(try await administration.serviceAccounts.revoke($0["account"], of: $0.projectID, by: .command))
        }
    }

    private func createServiceAccount(_ name: String, of project: ProjectID) async throws -> ServiceAccountFile {
        guard !publicAddress.url.isEmpty else {
            throw AdminError(
                """
                The file of a service account contains the server's address, which is unknown while the server is stopped. Start it, or \
                set the address with LATCHKEY_PUBLIC_URL or --config.
                """)
        }
        let key = try await administration.serviceAccounts.create(name, in: project, by: .command)
        let number = try await store.read { try $0.administeredProject(project).number }
        return ServiceAccountFile(key, clientID: number, server: publicAddress.url)
    }
}
