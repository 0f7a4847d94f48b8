/// How often something was recorded on one day.
public struct EventCount: Sendable, Equatable {
    public let day: UTCDay
    public let kind: AuthEvent.Kind
    public let outcome: AuthEvent.Outcome
    /// Only of what was allowed: what strangers name as a provider makes no counts.
    public let method: ProviderID?
    /// Only of what was not allowed: a wire error code, or `OTHER` for a reason that is none.
    public let reason: String?
    public let count: Int

    public init(
        day: UTCDay, kind: AuthEvent.Kind, outcome: AuthEvent.Outcome, method: ProviderID? = nil, reason: String? = nil, count: Int
    ) {
        self.day = day
        self.kind = kind
        self.outcome = outcome
        self.method = method
        self.reason = reason
        self.count = count
    }
}

/// How many accounts were used on one day. Making an account, signing in and refreshing a token count as use.
public struct AccountActivity: Sendable, Equatable {
    public let day: UTCDay
    /// Accounts that were used on the day, whatever happened to them since.
    public let active: Int
    /// Accounts that are still there and were not used later. Over all days this is how many accounts there are, and over the last
    /// seven how many were used in these.
    public let latest: Int

    public init(day: UTCDay, active: Int, latest: Int) {
        self.day = day
        self.active = active
        self.latest = latest
    }
}

/// What a store takes.
public struct StoredBytes: Sendable, Equatable {
    /// Everything of all projects.
    public let all: Int
    /// Room in it that is free for what comes.
    public let free: Int
    /// The databases of one project as they were when they were last written as a whole.
    public let databases: Int

    public init(all: Int, free: Int, databases: Int) {
        self.all = all
        self.free = free
        self.databases = databases
    }
}

/// Counts that a store keeps while it writes, so that reading them costs the same however much was counted.
public protocol UsageReading {
    /// By day, kind, outcome, method and reason, tenants together; from one day on.
    func eventCounts(of project: ProjectID, since day: UTCDay) throws -> [EventCount]
    /// Oldest first, tenants together; days without anything are left out.
    func accountActivity(of project: ProjectID) throws -> [AccountActivity]
    func storedBytes(of project: ProjectID) throws -> StoredBytes
}
