/// The query of `projects/{project}/events`, which is specific to Latchkey.
public struct ListEventsRequest: Codable, Equatable, Sendable {
    /// The maximum number of events, 1 to 1000; 100 if absent.
    public var pageSize: Int?
    /// The `nextPageToken` of the previous page.
    public var pageToken: String?
    /// The uid of the affected account.
    public var localId: String?
    /// The action, for example `sign_in`.
    public var type: String?
    /// `allowed`, `refused` or `confirmation_needed`.
    public var outcome: String?
    /// The earliest time of the events, as RFC 3339 text.
    public var since: String?
}

/// The response of `projects/{project}/events`.
public struct ListEventsReply: Codable, Equatable, Sendable {
    /// The events, newest first.
    public var events: [EventInfo]?
    /// The token for the next page; absent on the last page.
    public var nextPageToken: String?

    package init(events: [EventInfo]? = nil, nextPageToken: String? = nil) {
        self.events = events
        self.nextPageToken = nextPageToken
    }
}

/// An entry of the audit log for authentication.
public struct EventInfo: Codable, Equatable, Sendable {
    /// The time of the event, as RFC 3339 text.
    public var time: String?
    /// The action, for example `sign_in`.
    public var type: String?
    /// `allowed`, `refused` or `confirmation_needed`.
    public var outcome: String?
    /// The uid of the affected account, if known.
    public var localId: String?
    /// The actor, if already authenticated: a uid, the email address of a service account, or `admin`.
    public var actor: String?
    /// The affected session.
    public var sessionId: String?
    /// The sign-in method.
    public var method: String?
    /// The reason for the rejection: an error code or another short identifier.
    public var reason: String?
    /// The IP address of the client.
    public var address: String?
    /// The tenant ID.
    public var tenantId: String?
    /// The number of the event in the audit log of all projects.
    public var sequence: Int64?

    package init(
        time: String? = nil, type: String? = nil, outcome: String? = nil, localId: String? = nil, actor: String? = nil,
        sessionId: String? = nil, method: String? = nil, reason: String? = nil, address: String? = nil, tenantId: String? = nil,
        sequence: Int64? = nil
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
        self.sequence = sequence
    }
}
