import LatchkeyWire

extension User {
    /// A good ID token for one's own server; renewed when it is about to end.
    ///
    /// The renewal happens once, however many callers wait for it.
    ///
    /// - Parameter forcingRefresh: Renews in any case, for example to see new custom claims.
    /// - Throws: ``AuthErrorCode/userTokenExpired`` and its relatives when the session is over; the account is then signed out.
    @discardableResult
    public func getIDToken(forcingRefresh: Bool = false) async throws -> String {
        try await endingSessionOnFailure {
            let (token, isNew) = try await session.tokens.idToken(forcingRefresh: forcingRefresh)
            if isNew { try auth.changed(session) }
            return token
        }
    }

    /// A good ID token and what it says.
    public func getIDTokenResult(forcingRefresh: Bool = false) async throws -> AuthTokenResult {
        try AuthTokenResult(token: await getIDToken(forcingRefresh: forcingRefresh))
    }

    /// Reads the account anew from the server.
    public func reload() async throws {
        try await endingSessionOnFailure {
            session.adopt(try await auth.backend.account(idToken: try await getIDToken()))
            try auth.changed(session)
        }
    }

    /// Runs an operation with this session; one of the failures that mean the end of the session signs the account out, unless it has
    /// received newer tokens meanwhile.
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
    /// The account of a session.
    func account(idToken: String) async throws -> LatchkeyWire.UserInfo {
        let reply = try await call(.lookup, LookupRequest(idToken: idToken), returning: LookupReply.self)
        guard let users = reply.users, users.count == 1, users[0].localId?.isEmpty == false else {
            throw AuthError.make(.internalError, reason: "The server did not answer with exactly one account.")
        }
        return users[0]
    }
}
