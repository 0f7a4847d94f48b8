import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func databaseSecrets(of project: String) async throws -> [DatabaseSecretDescription] {
        try await store.read { view in
            DatabaseSecretDescription.all(try view.databaseSecrets(of: view.requireProject(project).id))
        }
    }

    func createDatabaseSecret(of project: String) async throws -> NewDatabaseSecret {
        let (secret, text) = try DatabaseSecret.make(for: ProjectID(rawValue: project), at: now(), sealer: sealer, random: random)
        try await store.write { transaction in
            let live = try transaction.databaseSecrets(of: transaction.requireProject(project).id).filter { $0.revokedAt == nil }
            guard live.count < DatabaseSecret.maxLive else {
                throw AdminError("\(project) has \(live.count) active secrets, which is the maximum. Revoke one first.")
            }
            try transaction.insert(secret)
        }
        return NewDatabaseSecret(id: secret.id, secret: TransitSecret(text))
    }

    func revokeDatabaseSecret(_ id: String, of project: String) async throws -> DatabaseSecretDescription {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project).id
            guard let secret = try transaction.databaseSecrets(of: project).first(where: { $0.id == id }) else {
                throw AdminError(
                    "\(project) has no secret with the id \(id.prefix(64)). `latchkey database secrets list` lists its secrets.")
            }
            guard try transaction.revokeDatabaseSecret(secret.fingerprint, at: instant) else {
                throw AdminError("\(id) is already revoked.")
            }
            let all = DatabaseSecretDescription.all(try transaction.databaseSecrets(of: project))
            guard let revoked = all.first(where: { $0.id == id }) else { throw AdminError("\(id) no longer exists.") }
            return revoked
        }
    }
}
