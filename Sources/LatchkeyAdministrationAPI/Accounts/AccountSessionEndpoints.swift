import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts/sessions:list`: lists the sessions of a user. Firebase has no equivalent.
struct ListAccountSessionsEndpoint: AdminEndpoint {
    static let version = "v2"
    static let name = "accounts/sessions:list"
    static let words = APIWords(
        "listSessionsAsAdministrator", .users, "Lists the sessions of a user",
        """
        Returns the sessions of the account with the uid `localId` that have not ended, the last used first, at most 100. Firebase has \
        no such call.
        """,
        errors: [.missingLocalID, .userNotFound, .tenantIDMismatch],
        request: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"}"#,
        reply: """
            {"sessions":[{"sessionId":"19ae1f6b0c0Zk3v9s1Qx7y0Wm2p","createdAt":"2026-11-30T08:00:00.000Z",
            "lastUsedAt":"2026-11-30T09:00:00.000Z","signInProvider":"password","device":"Firefox · Linux",
            "address":"192.0.2.7"}],"sessionCount":1}
            """)

    let administration: AccountAdministration

    static func tenant(of input: ListSessionsRequest) -> String? { input.tenantId }

    func respond(to input: ListSessionsRequest, from caller: AdminCaller) async throws -> ListSessionsReply {
        guard let id = input.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        let sessions = try await administration.sessions(of: AccountID(rawValue: id), in: caller.caller.realm)
        return ListSessionsReply(sessions, current: nil)
    }
}

/// `POST projects/{project}/accounts/sessions:end`: ends a session of a user. Firebase has no equivalent.
struct EndAccountSessionEndpoint: AdminEndpoint {
    static let version = "v2"
    static let name = "accounts/sessions:end"
    static let words = APIWords(
        "endSessionAsAdministrator", .users, "Ends a session of a user",
        """
        Ends the session with the ID `sessionId` of the account with the uid `localId`. A session that has already ended, or belongs to \
        another account, is ignored. `validSince` of `accounts:update` ends all sessions. Firebase has no such call.
        """,
        errors: [.missingLocalID, .missingSessionID, .userNotFound, .tenantIDMismatch],
        request: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","sessionId":"19ae1f6b0c0Zk3v9s1Qx7y0Wm2p"}"#,
        reply: "{}")

    let administration: AccountAdministration

    static func tenant(of input: EndSessionRequest) -> String? { input.tenantId }

    func respond(to input: EndSessionRequest, from caller: AdminCaller) async throws -> EndSessionReply {
        guard let id = input.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        guard let session = input.sessionId.unlessEmpty else {
            throw SignInError(
                .init(rawValue: "MISSING_SESSION_ID"), message: "Send the sessionId of a session from accounts/sessions:list.")
        }
        try await administration.end(
            SessionID(rawValue: session), of: AccountID(rawValue: id), in: caller.caller.realm, by: caller.author)
        return EndSessionReply()
    }
}
