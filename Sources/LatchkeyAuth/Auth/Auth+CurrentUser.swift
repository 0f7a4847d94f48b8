extension Auth {
    /// Signs in the account of another instance, or one that was signed in here before.
    ///
    /// The other instance keeps its session; from then on the two live their own lives.
    ///
    /// - Throws: ``AuthErrorCode/tenantIDMismatch`` for an account of another tenant than ``tenantID``;
    ///   ``AuthErrorCode/invalidUserToken`` for one of another server or project; what the server says of a session that is over.
    public func updateCurrentUser(_ user: User) async throws {
        // The tokens of one server are no business of another.
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

    /// ``updateCurrentUser(_:)`` with a completion, which comes on the main actor; ``AuthErrorCode/nullUser`` for nobody.
    public func updateCurrentUser(_ user: User?, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) {
            guard let user else { throw AuthError.make(.nullUser) }
            try await self.updateCurrentUser(user)
        }
    }
}
