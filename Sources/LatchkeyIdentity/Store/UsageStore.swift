/// The number of events of one kind on one day.
public struct EventCount: Sendable, Equatable {
    /// The day on which the events happened.
    public let day: UTCDay
    /// The kind of the events.
    public let kind: AuthEvent.Kind
    /// The outcome of the requests.
    public let outcome: AuthEvent.Outcome
    /// The sign-in method; only for allowed events, because clients can name arbitrary providers in refused requests.
    public let method: ProviderID?
    /// The wire error code, or `OTHER` for another reason; only for events that were not allowed.
    public let reason: String?
    /// The number of events.
    public let count: Int

    /// Creates a count.
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

/// The number of accounts that were used on one day. Creating an account, signing in and refreshing a token count as use.
public struct AccountActivity: Sendable, Equatable {
    /// The day that the numbers are for.
    public let day: UTCDay
    /// The number of accounts that were used on the day, including accounts that were deleted since.
    public let active: Int
    /// The number of existing accounts that were last used on the day. The sum over all days is the number of accounts; the sum over the
    /// last seven days is the number that was used in this time.
    public let latest: Int

    /// Creates the activity of a day.
    public init(day: UTCDay, active: Int, latest: Int) {
        self.day = day
        self.active = active
        self.latest = latest
    }
}

/// The size of a store, in bytes.
public struct StoredBytes: Sendable, Equatable {
    /// The total size, of all projects.
    public let all: Int
    /// The part of the total size that is free for new data.
    public let free: Int
    /// The size of one project's databases at their last full write.
    public let databases: Int

    /// Creates the sizes of a store and of one project's databases.
    public init(all: Int, free: Int, databases: Int) {
        self.all = all
        self.free = free
        self.databases = databases
    }
}

/// Counts that a store maintains while it writes, so that the cost of reading them does not depend on their values.
public protocol UsageReading {
    /// Returns the counts since a day, by day, kind, outcome, method and reason, for all tenants together.
    func eventCounts(of project: ProjectID, since day: UTCDay) throws -> [EventCount]
    /// Returns the activity of all days, the oldest first, for all tenants together. Days without activity are omitted.
    func accountActivity(of project: ProjectID) throws -> [AccountActivity]
    /// Returns the number of accounts, for all tenants together, also of those that were never used.
    func countedAccounts(of project: ProjectID) throws -> Int
    /// Returns the size of the store.
    func storedBytes(of project: ProjectID) throws -> StoredBytes
}
