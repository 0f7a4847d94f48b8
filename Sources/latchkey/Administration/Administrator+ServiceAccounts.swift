import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyWeb

extension Administrator {
    func serviceAccounts(of project: String) async throws -> [ServiceAccountDescription] {
        try await store.read { view in
            try view.serviceAccounts(of: view.requireProject(project).id).map(ServiceAccountDescription.init)
        }
    }

    func createServiceAccount(_ name: String, of project: String) async throws -> ServiceAccountFile {
        guard ServiceAccount.isValidName(name) else {
            throw AdminError("\(name) is not a valid name: use 3 to 30 lower-case letters, digits and hyphens, starting with a letter.")
        }
        guard !publicAddress.url.isEmpty else {
            throw AdminError(
                """
                The file of a service account contains the server's address, which is unknown while the server is stopped. Start it, or \
                set the address with LATCHKEY_PUBLIC_URL or --config.
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
            throw AdminError("\(project) already has a service account \(name), which may be revoked. Choose another name.")
        }
    }

    /// - Parameter who: The email address or the name of the account.
    func revokeServiceAccount(_ who: String, of project: String) async throws -> ServiceAccountDescription {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            let email = who.contains("@") ? who : ServiceAccount.email(name: who, project: project.id)
            guard let account = try transaction.serviceAccount(email), account.project == project.id else {
                throw AdminError("\(project.id) has no service account \(who). `latchkey service-accounts list` lists its accounts.")
            }
            guard try transaction.revokeServiceAccount(email, at: instant), let revoked = try transaction.serviceAccount(email) else {
                throw AdminError("\(email) is already revoked.")
            }
            return ServiceAccountDescription(revoked)
        }
    }
}
