import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/sessions:list`: lists the user's own sessions. Firebase has no equivalent.
struct ListSessionsEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/sessions:list"
    static let keepsUsers = true
    static let words = APIWords(
        "listSessions", .accounts, "Lists the user's own sessions",
        """
        Returns the sessions of the account that have not ended, the last used first, at most 100, with the device as the client \
        described it at the sign-in. Firebase has no such call.
        """,
        required: ["idToken"],
        errors: .session + [.missingIDToken],
        request: #"{"idToken":"eyJ…"}"#,
        reply: """
            {"sessions":[{"sessionId":"19ae1f6b0c0Zk3v9s1Qx7y0Wm2p","current":true,"createdAt":"2026-11-30T08:00:00.000Z",
            "lastUsedAt":"2026-11-30T09:00:00.000Z","signInProvider":"password","device":"Firefox · Linux",
            "address":"192.0.2.7"}],"sessionCount":1}
            """)

    let sessions: Sessions

    static func tenant(of input: ListSessionsRequest) -> String? { input.tenantId }

    func respond(to input: ListSessionsRequest, from caller: Caller) async throws -> ListSessionsReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        return ListSessionsReply(try await sessions.own(of: holder), current: holder.session.id)
    }
}

/// `accounts/sessions:end`: ends one of the user's own sessions. Firebase has no equivalent.
struct EndSessionEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/sessions:end"
    static let words = APIWords(
        "endSession", .accounts, "Ends one of the user's own sessions",
        """
        Ends the session with the ID `sessionId`, or the session of the ID token if `sessionId` is absent. Its refresh token and ID \
        tokens are refused from then on. A session that has already ended, or belongs to another account, is ignored. Firebase has no \
        such call.
        """,
        required: ["idToken"],
        errors: .session + [.missingIDToken],
        request: #"{"idToken":"eyJ…","sessionId":"19ae1f6b0c0Zk3v9s1Qx7y0Wm2p"}"#,
        reply: "{}")

    let sessions: Sessions

    static func tenant(of input: EndSessionRequest) -> String? { input.tenantId }

    func respond(to input: EndSessionRequest, from caller: Caller) async throws -> EndSessionReply {
        let holder = try await sessions.holder(of: input.idToken, from: caller)
        try await sessions.end(input.sessionId.unlessEmpty.map { .one(SessionID(rawValue: $0)) } ?? .own, of: holder)
        return EndSessionReply()
    }
}

/// `accounts/sessions:endOthers`: ends all of the user's sessions except the one of the ID token. Firebase has no equivalent.
struct EndOtherSessionsEndpoint: Endpoint {
    static let version = "v2"
    static let name = "accounts/sessions:endOthers"
    static let words = APIWords(
        "endOtherSessions", .accounts, "Ends all other sessions of the user",
        "Ends all sessions of the account except the session of the ID token. Firebase has no such call.",
        required: ["idToken"],
        errors: .session + [.missingIDToken],
        request: #"{"idToken":"eyJ…"}"#,
        reply: "{}")

    let sessions: Sessions

    static func tenant(of input: EndOtherSessionsRequest) -> String? { input.tenantId }

    func respond(to input: EndOtherSessionsRequest, from caller: Caller) async throws -> EndSessionReply {
        try await sessions.end(.others, of: try await sessions.holder(of: input.idToken, from: caller))
        return EndSessionReply()
    }
}
