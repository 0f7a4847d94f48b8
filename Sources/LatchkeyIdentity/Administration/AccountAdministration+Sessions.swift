import Foundation

extension AccountAdministration {
    /// Returns the sessions of an account that have not ended, the last used first; none of a disabled account, whose sessions give no access.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    package func sessions(of id: AccountID, in realm: Realm) async throws -> [Session] {
        let instant = now()
        return try await store.read { view in
            guard let account = try view.account(id, in: realm) else { throw SignInError(.userNotFound) }
            return account.disabled ? [] : try view.sessions(of: id, in: realm).running(at: instant)
        }
    }

    /// Ends a session of an account. A session that has already ended, or belongs to another account, is ignored.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    package func end(_ session: SessionID, of id: AccountID, in realm: Realm, by author: ActAuthor) async throws {
        try await store.administer(by: author, at: now()) { transaction in
            guard try transaction.account(id, in: realm) != nil else { throw SignInError(.userNotFound) }
            guard try transaction.deleteSession(session, of: id, in: realm) else { return ((), nil) }
            return ((), AdministrativeAct(.revoke, in: realm, subject: id, session: session))
        }
    }
}
