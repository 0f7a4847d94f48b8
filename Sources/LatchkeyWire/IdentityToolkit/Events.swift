/// The query of `projects/{project}/events`, which is Latchkey's own.
public struct ListEventsRequest: Codable, Equatable, Sendable {
    /// How many events at most, 1 to 1000; 100 when absent.
    public var pageSize: Int?
    /// The answer of the page before.
    public var pageToken: String?
    /// The account that they concern.
    public var localId: String?
    /// What happened, for example `sign_in`.
    public var type: String?
    /// `allowed`, `refused` or `confirmation_needed`.
    public var outcome: String?
    /// The first instant that counts, as RFC 3339 text.
    public var since: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        pageSize: Int? = nil, pageToken: String? = nil, localId: String? = nil, type: String? = nil, outcome: String? = nil,
        since: String? = nil
    ) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.localId = localId
        self.type = type
        self.outcome = outcome
        self.since = since
    }
}

/// The answer to `projects/{project}/events`.
public struct ListEventsReply: Codable, Equatable, Sendable {
    /// Newest first.
    public var events: [EventInfo]?
    /// Where the next page begins; absent after the last.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(events: [EventInfo]? = nil, nextPageToken: String? = nil) {
        self.events = events
        self.nextPageToken = nextPageToken
    }
}

/// One line of the record of everything that concerned signing in.
public struct EventInfo: Codable, Equatable, Sendable {
    /// When it happened, as RFC 3339 text.
    public var time: String?
    /// What happened, for example `sign_in`.
    public var type: String?
    /// `allowed`, `refused` or `confirmation_needed`.
    public var outcome: String?
    /// Whose account it concerned, where it is known.
    public var localId: String?
    /// Who did it, where that was known before: a uid, a service account's address, or `admin`.
    public var actor: String?
    /// The session that it concerned.
    public var sessionId: String?
    /// The way of signing in.
    public var method: String?
    /// Why it was refused: a wire error code or another short word.
    public var reason: String?
    /// The network address that it came from.
    public var address: String?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        time: String? = nil, type: String? = nil, outcome: String? = nil, localId: String? = nil, actor: String? = nil,
        sessionId: String? = nil, method: String? = nil, reason: String? = nil, address: String? = nil, tenantId: String? = nil
    ) {
        self.time = time
        self.type = type
        self.outcome = outcome
        self.localId = localId
        self.actor = actor
        self.sessionId = sessionId
        self.method = method
        self.reason = reason
        self.address = address
        self.tenantId = tenantId
    }
}
