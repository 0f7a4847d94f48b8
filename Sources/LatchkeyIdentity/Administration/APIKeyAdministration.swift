import LatchkeySecrets

/// Adds and revokes the API keys of projects on behalf of administrators.
package struct APIKeyAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    /// Adds a key.
    ///
    /// - Throws: ``ActRefusal`` with `noProject`.
    package func add(to project: ProjectID, by author: ActAuthor) async throws -> APIKey {
        let key = APIKey.random(for: project, at: now(), random: random)
        return try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            try transaction.insert(key)
            return (key, AdministrativeAct(in: Realm(project: project), "api key added"))
        }
    }

    /// Revokes a key. Requests with it are rejected from then on.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`, `alreadyDone`.
    package func revoke(_ text: String, of project: ProjectID, by author: ActAuthor) async throws -> APIKey {
        let instant = now().inWholeMilliseconds
        return try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.administeredProject(project)
            guard let key = try transaction.apiKey(text), key.project == project else {
                throw ActRefusal.notFound("\(project) has no API key \(text.prefix(64)).")
            }
            guard try transaction.revokeAPIKey(text, at: instant), let revoked = try transaction.apiKey(text) else {
                throw ActRefusal.alreadyDone("\(text) is already revoked.")
            }
            return (revoked, AdministrativeAct(in: Realm(project: project), "api key revoked"))
        }
    }
}
