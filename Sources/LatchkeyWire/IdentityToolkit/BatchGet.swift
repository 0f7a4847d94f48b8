/// The query of `accounts:batchGet`.
public struct BatchGetRequest: Codable, Equatable, Sendable {
    /// The maximum number of accounts, 1 to 1000; 20 if absent.
    public var maxResults: Int?
    /// The `nextPageToken` of the previous page.
    public var nextPageToken: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Sent by Google's libraries; ignored.
    public var delegatedProjectNumber: String?
}

/// The response of `accounts:batchGet`.
public struct BatchGetReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String? = "identitytoolkit#DownloadAccountResponse"
    /// The accounts, in the order of their uids.
    public var users: [UserInfo]?
    /// The token for the next page; absent on the last page.
    public var nextPageToken: String?

    package init(users: [UserInfo]? = nil, nextPageToken: String? = nil) {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}
