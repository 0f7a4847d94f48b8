import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer

extension Administrator {
    func serviceAccounts(of project: String) async throws -> [ServiceAccountDescription] {
        try await store.read { view in
            try view.serviceAccounts(of: view.requireProject(project).id).map(ServiceAccountDescription.init)
        }
    }

    func createServiceAccount(_ name: String, of project: String) async throws -> ServiceAccountFile {
        guard ServiceAccount.isValidName(name) else {
            throw AdminError("\(name) is no name for a service account: 3 to 30 lower-case letters, digits and hyphens, a letter first.")
        }
        guard !publicAddress.url.isEmpty else {
            throw AdminError(
                """
                The file of a service account carries the server's address, which is not known while the server is stopped. Start it, or \
                say the address with LATCHKEY_PUBLIC_URL or --config.
                """)
        }
        let key = try ServiceAccountKey.make(name: name, project: ProjectID(rawValue: project), at: now(), random: random)
        do {
            return try await store.write { transaction in
                let project = try transaction.requireProject(project)
                try transaction.insert(key.account)
                return ServiceAccountFile(key, clientID: project.number, server: publicAddress.url)
            }
        } catch is StoreConflict {
            throw AdminError("\(project) has a service account \(name) already, maybe a revoked one. Choose another name.")
        }
    }

    /// - Parameter who: The address, or the name with which it was made.
    func revokeServiceAccount(_ who: String, of project: String) async throws -> ServiceAccountDescription {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            let email = who.contains("@") ? who : ServiceAccount.email(name: who, project: project.id)
            guard let account = try transaction.serviceAccount(email), account.project == project.id else {
                throw AdminError("\(project.id) has no service account \(who). `latchkey service-accounts list` shows those that it has.")
            }
            guard try transaction.revokeServiceAccount(email, at: instant), let revoked = try transaction.serviceAccount(email) else {
                throw AdminError("\(email) was revoked before.")
            }
            return ServiceAccountDescription(revoked)
        }
    }
}
