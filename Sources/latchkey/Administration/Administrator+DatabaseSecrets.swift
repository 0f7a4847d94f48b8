import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func databaseSecrets(of project: String) async throws -> [DatabaseSecretDescription] {
        try await store.read { view in
            DatabaseSecretDescription.all(try view.databaseSecrets(of: view.requireProject(project).id))
        }
    }

    func createDatabaseSecret(of project: String) async throws -> NewDatabaseSecret {
        let (secret, text) = try await administration.databaseSecrets.create(in: ProjectID(rawValue: project), by: .command)
        return NewDatabaseSecret(id: secret.id, secret: TransitSecret(text))
    }

    func revokeDatabaseSecret(_ id: String, of project: String) async throws -> DatabaseSecretDescription {
        try await administration.databaseSecrets.revoke(id, of: ProjectID(rawValue: project), by: .command)
        guard let revoked = try await databaseSecrets(of: project).first(where: { $0.id == id }) else {
            throw AdminError("\(id) no longer exists.")
        }
        return revoked
    }
}
