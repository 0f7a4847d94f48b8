extension Auth {
    /// Signs in the user of another instance, or one that was signed in to this instance before.
    ///
    /// The other instance keeps its session. Later changes in one instance do not affect the other.
    ///
    /// - Throws: ``AuthErrorCode/tenantIDMismatch`` if the user's tenant is not ``tenantID``; ``AuthErrorCode/invalidUserToken`` if the
    ///   user belongs to another server or project; the server's error if the session is over.
    public func updateCurrentUser(_ user: User) async throws {
        // Tokens must not be sent to a server other than the one that issued them.
        guard user.auth.configuration.base == configuration.base else {
            throw AuthError.make(.invalidUserToken, reason: "The account is signed in at another server.")
        }
        guard user.tenantID == tenantID else { throw AuthError.make(.tenantIDMismatch) }
        if user.auth === self { return try become(user.session) }
        let stored = user.session.stored
        let session = SignedInAccount(stored, tokens: backend.tokens(stored.tokens, now: now))
        let (idToken, _) = try await session.tokens.idToken(forcingRefresh: false)
        session.adopt(try await backend.account(idToken: idToken))
        try become(session)
    }

    /// The variant of ``updateCurrentUser(_:)`` with a completion handler, which is called on the main actor.
    ///
    /// - Parameters:
    ///   - user: The user to sign in; `nil` fails with ``AuthErrorCode/nullUser``.
    ///   - completion: Receives the error, or `nil` on success.
    public func updateCurrentUser(_ user: User?, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) {
            guard let user else { throw AuthError.make(.nullUser) }
            try await self.updateCurrentUser(user)
        }
    }
}
