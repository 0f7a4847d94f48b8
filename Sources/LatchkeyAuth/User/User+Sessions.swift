import LatchkeyWire

// Firebase has no such calls. These names are Latchkey's own.
extension User {
    /// Returns the sessions of the account, the last used first, at most 100.
    ///
    /// - Throws: ``AuthErrorCode/userTokenExpired`` if the session of this client has ended, ``AuthErrorCode/networkError``.
    public func sessions() async throws -> [UserSession] {
        try await endingSessionOnFailure {
            let request = ListSessionsRequest(idToken: try await getIDToken())
            let reply = try await auth.backend.call(.sessionsList, request, returning: ListSessionsReply.self)
            return (reply.sessions ?? []).compactMap(UserSession.init)
        }
    }

    /// Ends a session of the account. Its device is signed out: the server refuses its refresh token and its ID tokens. A back end that does
    /// not ask the server accepts the last ID token until it expires, an hour at most.
    ///
    /// Ending the session of this client also signs out here. A session that has already ended is ignored.
    ///
    /// - Throws: ``AuthErrorCode/userTokenExpired`` if the session of this client has ended, ``AuthErrorCode/networkError``.
    public func endSession(_ userSession: UserSession) async throws {
        try await endingSessionOnFailure {
            let request = EndSessionRequest(idToken: try await getIDToken(), sessionId: userSession.id)
            _ = try await auth.backend.call(.sessionsEnd, request, returning: EndSessionReply.self)
        }
        if userSession.isCurrent { try auth.signOut(session) }
    }

    /// Ends all sessions of the account except the session of this client.
    ///
    /// - Throws: ``AuthErrorCode/userTokenExpired`` if the session of this client has ended, ``AuthErrorCode/networkError``.
    public func endOtherSessions() async throws {
        try await endingSessionOnFailure {
            let request = EndOtherSessionsRequest(idToken: try await getIDToken())
            _ = try await auth.backend.call(.sessionsEndOthers, request, returning: EndSessionReply.self)
        }
    }

    /// The variant of ``sessions()`` with a completion handler, which is called on the main actor.
    public func sessions(completion: (@MainActor ([UserSession]?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.sessions() }
    }

    /// The variant of ``endSession(_:)`` with a completion handler, which is called on the main actor.
    public func endSession(_ userSession: UserSession, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.endSession(userSession) }
    }

    /// The variant of ``endOtherSessions()`` with a completion handler, which is called on the main actor.
    public func endOtherSessions(completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.endOtherSessions() }
    }
}

extension AuthBackend.Operation {
    fileprivate static let sessionsList = Self(path: "/v2/accounts/sessions:list")
    fileprivate static let sessionsEnd = Self(path: "/v2/accounts/sessions:end")
    fileprivate static let sessionsEndOthers = Self(path: "/v2/accounts/sessions:endOthers")
}
