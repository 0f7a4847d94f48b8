import LatchkeyWire

extension User {
    /// Sets the password. Requires a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/weakPassword``, ``AuthErrorCode/requiresRecentLogin``.
    public func updatePassword(to password: String) async throws {
        try await update { UpdateRequest(idToken: $0, password: password, returnSecureToken: true) }
    }

    /// Sets the email address. Requires a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/emailAlreadyInUse``, ``AuthErrorCode/requiresRecentLogin``; with enumeration protection
    ///   ``AuthErrorCode/operationNotAllowed``, because a new address must be confirmed first.
    public func updateEmail(to email: String) async throws {
        try await update { UpdateRequest(idToken: $0, email: email, returnSecureToken: true) }
    }

    /// Unlinks an identity from the account.
    ///
    /// - Throws: ``AuthErrorCode/noSuchProvider`` if the account has no identity of the provider.
    @discardableResult
    public func unlink(fromProvider provider: String) async throws -> User {
        guard has(provider) else { throw AuthError.make(.noSuchProvider) }
        try await update { UpdateRequest(idToken: $0, deleteProvider: [provider], returnSecureToken: true) }
        return self
    }

    /// Deletes the account and signs out. Requires a recent sign-in.
    public func delete() async throws {
        try await endingSessionOnFailure {
            let request = DeleteRequest(idToken: try await getIDToken(), localId: uid)
            _ = try await auth.backend.call(.delete, request, returning: DeleteReply.self)
        }
        try auth.signOut(session)
    }

    /// Creates a request to change the display name and the photo. Call ``UserProfileChangeRequest/commitChanges()`` to send it.
    public func createProfileChangeRequest() -> UserProfileChangeRequest {
        UserProfileChangeRequest(self)
    }

    /// Returns whether the account has an identity of a provider.
    func has(_ provider: String) -> Bool {
        providerData.contains { $0.providerID == provider }
    }

    /// Sends a change, adopts new tokens if the change ended the old session, and reloads the account.
    func update(_ request: (_ idToken: String) -> UpdateRequest) async throws {
        try await endingSessionOnFailure {
            var idToken = try await getIDToken()
            let reply = try await auth.backend.call(.update, request(idToken), returning: UpdateReply.self)
            if reply.idToken != nil, reply.refreshToken != nil {
                let renewed = try TokenSet(
                    idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn,
                    now: auth.now())
                session.tokens.adopt(renewed)
                idToken = renewed.idToken
                // Stored immediately, because the old tokens are invalid even if the next request fails.
                try auth.changed(session, hasNewTokens: true)
            }
            session.adopt(try await auth.backend.account(idToken: idToken))
            try auth.changed(session)
        }
    }
}
