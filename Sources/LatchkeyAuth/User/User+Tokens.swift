import LatchkeyWire

extension User {
    /// Returns a valid ID token for your own server. The token is renewed if it is about to expire.
    ///
    /// Concurrent callers share one renewal.
    ///
    /// - Parameter forcingRefresh: Whether to renew the token in any case, for example to get new custom claims.
    /// - Throws: ``AuthErrorCode/userTokenExpired`` and related codes if the session is over. The user is then signed out.
    @discardableResult
    public func getIDToken(forcingRefresh: Bool = false) async throws -> String {
        try await endingSessionOnFailure {
            let (token, isNew) = try await session.tokens.idToken(forcingRefresh: forcingRefresh)
            if isNew { try auth.changed(session) }
            return token
        }
    }

    /// Returns a valid ID token and its claims.
    public func getIDTokenResult(forcingRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: await getIDToken(forcingRefresh: forcingRefresh))
    }

    /// Reloads the account from the server.
    public func reload() async throws {
        try await endingSessionOnFailure {
            session.adopt(try await auth.backend.account(idToken: try await getIDToken()))
            try auth.changed(session)
        }
    }

    /// Runs an operation with this session. If it fails with an error that means the session is over, the user is signed out, unless the
    /// session has received newer tokens in the meantime.
    func endingSessionOnFailure<Value>(_ operation: () async throws -> Value) async throws -> Value {
        let used = session.tokens.current.refreshToken
        do {
            return try await operation()
        } catch {
            if session.tokens.current.refreshToken == used { auth.endSession(session, after: error) }
            throw error
        }
    }
}

extension AuthBackend {
    /// Returns the account of a session.
    func account(idToken: String) async throws -> LatchkeyWire.UserInfo {
        let reply = try await call(.lookup, LookupRequest(idToken: idToken), returning: LookupReply.self)
        guard let users = reply.users, users.count == 1, users[0].localId?.isEmpty == false else {
            throw AuthError.make(.internalError, reason: "The server's response does not contain exactly one account.")
        }
        return users[0]
    }
}
