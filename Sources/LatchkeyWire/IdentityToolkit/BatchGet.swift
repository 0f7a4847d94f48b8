/// The query of `accounts:batchGet`.
public struct BatchGetRequest: Codable, Equatable, Sendable {
    /// How many accounts at most, 1 to 1000; 20 when absent.
    public var maxResults: Int?
    /// The answer of the page before.
    public var nextPageToken: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Sent by Google's own programs; not used.
    public var delegatedProjectNumber: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        maxResults: Int? = nil, nextPageToken: String? = nil, tenantId: String? = nil, delegatedProjectNumber: String? = nil
    ) {
        self.maxResults = maxResults
        self.nextPageToken = nextPageToken
        self.tenantId = tenantId
        self.delegatedProjectNumber = delegatedProjectNumber
    }
}

/// The answer to `accounts:batchGet`.
public struct BatchGetReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The accounts, in the order of their uids.
    public var users: [UserInfo]?
    /// Where the next page begins; absent after the last.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#DownloadAccountResponse", users: [UserInfo]? = nil, nextPageToken: String? = nil
    ) {
        self.kind = kind
        self.users = users
        self.nextPageToken = nextPageToken
    }
}
