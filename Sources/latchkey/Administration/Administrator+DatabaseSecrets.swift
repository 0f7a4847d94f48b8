import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func addDatabaseSecrets(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/databaseSecrets"
        routes.on(.get, path) { try await databaseSecrets(of: $0.project) }
        routes.on(.post, path) { call in
            let (secret, text) = try await administration.databaseSecrets.create(in: call.projectID, by: .command)
            return NewDatabaseSecret(id: secret.id, secret: TransitSecret(text))
        }
        routes.on(.delete, path + "/:secret", listing: "`latchkey database secrets list` lists its secrets.") { call in
            let id = call["secret"]
            try await administration.databaseSecrets.revoke(id, of: call.projectID, by: .command)
            guard let revoked = try await databaseSecrets(of: call.project).first(where: { $0.id == id }) else {
                throw AdminError("\(id) no longer exists.", code: 404)
            }
            return revoked
        }
    }

    private func databaseSecrets(of project: String) async throws -> [DatabaseSecretDescription] {
        try await store.read { view in
            DatabaseSecretDescription.all(try view.databaseSecrets(of: view.requireProject(project).id))
        }
    }
}
