/// The request body of `accounts/sessions:list`, which is specific to Latchkey.
public struct ListSessionsRequest: Codable, Equatable, Sendable {
    /// The ID token of the account; for administrators, `localId` instead.
    public var idToken: String?
    /// The uid, for administrators only.
    public var localId: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil) {
        self.idToken = idToken
    }
}

/// The response of `accounts/sessions:list`.
public struct ListSessionsReply: Codable, Equatable, Sendable {
    /// The sessions that have not ended, the last used first, at most 100.
    public var sessions: [SessionInfo]?
    /// The number of all sessions that have not ended.
    public var sessionCount: Int?

    package init(sessions: [SessionInfo]? = nil, sessionCount: Int? = nil) {
        self.sessions = sessions
        self.sessionCount = sessionCount
    }
}

/// A session, as shown to the account holder and to administrators. Times are RFC 3339 text.
public struct SessionInfo: Codable, Equatable, Sendable {
    /// The ID of the session. It is not a secret, and gives no access.
    public var sessionId: String?
    /// Whether it is the session of the ID token. Absent in responses to administrators.
    public var current: Bool?
    /// The time of the sign-in.
    public var createdAt: String?
    /// The time at which the session last got an ID token. A use within a minute of the recorded one is not recorded.
    public var lastUsedAt: String?
    /// The time at which the session ends, if it does.
    public var endsAt: String?
    /// The sign-in method, for example `password` or `github.com`.
    public var signInProvider: String?
    /// The browser and the system of the device, for example `Firefox · Linux`, or the name of the program, as the client described itself at
    /// the sign-in.
    public var device: String?
    /// The IP address of the client at the sign-in.
    public var address: String?

    package init(sessionId: String? = nil) {
        self.sessionId = sessionId
    }
}

/// The request body of `accounts/sessions:end`, which is specific to Latchkey.
public struct EndSessionRequest: Codable, Equatable, Sendable {
    /// The ID token of the account; for administrators, `localId` instead.
    public var idToken: String?
    /// The uid, for administrators only.
    public var localId: String?
    /// The ID of the session; for users, the session of the ID token if absent.
    public var sessionId: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil, sessionId: String? = nil) {
        self.idToken = idToken
        self.sessionId = sessionId
    }
}

/// The request body of `accounts/sessions:endOthers`, which is specific to Latchkey.
public struct EndOtherSessionsRequest: Codable, Equatable, Sendable {
    /// The ID token of the account.
    public var idToken: String?
    /// The tenant ID.
    public var tenantId: String?

    package init(idToken: String? = nil) {
        self.idToken = idToken
    }
}

/// The response of `accounts/sessions:end` and `accounts/sessions:endOthers`.
public struct EndSessionReply: Codable, Equatable, Sendable {
    package init() {}
}
