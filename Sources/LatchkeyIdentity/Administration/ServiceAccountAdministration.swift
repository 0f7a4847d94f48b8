import LatchkeySecrets

/// Creates and revokes the service accounts of projects on behalf of administrators.
package struct ServiceAccountAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    /// Creates a service account. The returned key is the only copy.
    ///
    /// - Throws: ``SettingRefusal`` for an invalid name; ``ActRefusal``: `noProject`, `conflict` for a name that was used before.
    package func create(_ name: String, in project: ProjectID, by author: ActAuthor) async throws -> ServiceAccountKey {
        guard ServiceAccount.isValidName(name) else {
            throw SettingRefusal(
                "\(name.prefix(64)) is not a valid name: use 3 to 30 lower-case letters, digits and hyphens, starting with a letter.")
        }
        let key = try ServiceAccountKey.make(name: name, project: project, at: now(), random: random)
        do {
            return try await store.administer(by: author, at: now()) { transaction in
                _ = try transaction.administeredProject(project)
                try transaction.insert(key.account)
                return (key, AdministrativeAct(in: Realm(project: project), "service account " + key.account.email))
            }
        } catch is StoreConflict {
            throw ActRefusal.conflict("\(project) already has a service account \(name), which may be revoked. Choose another name.")
        }
    }

    /// Revokes a service account and its access tokens.
    ///
    /// - Parameter who: The email address or the name of the account.
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`, `alreadyDone`.
    package func revoke(_ who: String, of project: ProjectID, by author: ActAuthor) async throws -> ServiceAccount {
        let instant = now().inWholeMilliseconds
        return try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.administeredProject(project)
            let email = who.contains("@") ? who : ServiceAccount.email(name: who, project: project)
            guard let account = try transaction.serviceAccount(email), account.project == project else {
                throw ActRefusal.notFound("\(project) has no service account \(who.prefix(300)).")
            }
            guard try transaction.revokeServiceAccount(email, at: instant), let revoked = try transaction.serviceAccount(email) else {
                throw ActRefusal.alreadyDone("\(email) is already revoked.")
            }
            return (revoked, AdministrativeAct(in: Realm(project: project), "service account revoked " + email))
        }
    }
}
