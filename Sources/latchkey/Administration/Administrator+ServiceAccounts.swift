import LatchkeyIdentity
import LatchkeyWeb

extension Administrator {
    func serviceAccounts(of project: String) async throws -> [ServiceAccountDescription] {
        try await store.read { view in
            try view.serviceAccounts(of: view.requireProject(project).id).map(ServiceAccountDescription.init)
        }
    }

    func createServiceAccount(_ name: String, of project: String) async throws -> ServiceAccountFile {
        guard !publicAddress.url.isEmpty else {
            throw AdminError(
                """
                The file of a service account contains the server's address, which is unknown while the server is stopped. Start it, or \
                set the address with LATCHKEY_PUBLIC_URL or --config.
                """)
        }
        let key = try await administration.serviceAccounts.create(name, in: ProjectID(rawValue: project), by: .command)
        let number = try await store.read { try $0.requireProject(project).number }
        return ServiceAccountFile(key, clientID: number, server: publicAddress.url)
    }

    /// - Parameter who: The email address or the name of the account.
    func revokeServiceAccount(_ who: String, of project: String) async throws -> ServiceAccountDescription {
        ServiceAccountDescription(
            try await administration.serviceAccounts.revoke(who, of: ProjectID(rawValue: project), by: .command))
    }
}
