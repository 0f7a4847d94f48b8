extension Sessions {
    /// Opens a session without a credential. An emulator responds to an administrator's password change with tokens of such a session.
    ///
    /// - Throws: ``SignInError``: `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` on a real server.
    package func openUnproven(_ id: AccountID, by method: ProviderID, for caller: Caller) async throws -> IssuedTokens {
        guard caller.project.policies.isLenient else { throw SignInError(.operationNotAllowed) }
        let opened = try await store.write { transaction in
            guard let account = try transaction.account(id, in: caller.realm) else { throw SignInError(.userNotFound) }
            return try open(account, by: method, for: caller, authenticatedAt: account.lastSignInAt ?? account.createdAt, in: transaction)
        }
        return try await issue(opened)
    }
}
