package import LatchkeySecrets

/// Creates and revokes the database secrets of projects on behalf of administrators.
package struct DatabaseSecretAdministration: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let now: WallClock
    let random: RandomTokens

    /// Creates a secret. Its clear text exists only in the returned value.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `conflict` if the project has the maximum number of valid secrets.
    package func create(in project: ProjectID, by author: ActAuthor) async throws -> (secret: DatabaseSecret, text: Secret<String>) {
        let (secret, text) = try DatabaseSecret.make(for: project, at: now(), sealer: sealer, random: random)
        return try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            let valid = try transaction.databaseSecrets(of: project).filter { $0.revokedAt == nil }
            guard valid.count < DatabaseSecret.maxLive else {
                throw ActRefusal.conflict("\(project) has \(valid.count) active secrets, which is the maximum. Revoke one first.")
            }
            try transaction.insert(secret)
            return ((secret, text), AdministrativeAct(in: Realm(project: project), "database secret " + secret.id))
        }
    }

    /// Revokes a secret. Connections and tokens that depend on it end.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`, `alreadyDone`.
    package func revoke(_ id: String, of project: ProjectID, by author: ActAuthor) async throws {
        let instant = now().inWholeMilliseconds
        try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.administeredProject(project)
            guard let secret = try transaction.databaseSecrets(of: project).first(where: { $0.id == id }) else {
                throw ActRefusal.notFound("\(project) has no secret with the id \(id.prefix(64)).")
            }
            guard try transaction.revokeDatabaseSecret(secret.fingerprint, at: instant) else {
                throw ActRefusal.alreadyDone("\(id) is already revoked.")
            }
            return ((), AdministrativeAct(in: Realm(project: project), "database secret revoked " + secret.id))
        }
    }
}
