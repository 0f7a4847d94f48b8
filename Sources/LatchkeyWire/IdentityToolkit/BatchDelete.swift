/// The request body of `accounts:batchDelete`.
public struct BatchDeleteRequest: Codable, Equatable, Sendable {
    /// The uids, 1 to 1000.
    public var localIds: [String]?
    /// Whether to delete accounts that are not disabled too.
    public var force: Bool?
    /// The tenant ID.
    public var tenantId: String?
}

/// The response of `accounts:batchDelete`.
public struct BatchDeleteReply: Codable, Equatable, Sendable {
    /// The accounts that were not deleted; absent if there are none.
    public var errors: [BatchError]?

    package init(errors: [BatchError]? = nil) {
        self.errors = errors
    }
}

/// The error for one item of a batch.
public struct BatchError: Codable, Equatable, Sendable {
    /// The index of the item in the request, from 0.
    public var index: Int?
    /// The uid.
    public var localId: String?
    /// The reason.
    public var message: String?

    package init(index: Int? = nil, localId: String? = nil, message: String? = nil) {
        self.index = index
        self.localId = localId
        self.message = message
    }
}
