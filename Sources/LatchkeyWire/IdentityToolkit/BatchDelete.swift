/// The body of `accounts:batchDelete`.
public struct BatchDeleteRequest: Codable, Equatable, Sendable {
    /// Uids, 1 to 1000.
    public var localIds: [String]?
    /// Whether accounts that are enabled are deleted too.
    public var force: Bool?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        localIds: [String]? = nil, force: Bool? = nil, tenantId: String? = nil
    ) {
        self.localIds = localIds
        self.force = force
        self.tenantId = tenantId
    }
}

/// The answer to `accounts:batchDelete`.
public struct BatchDeleteReply: Codable, Equatable, Sendable {
    /// What was left; absent when nothing was.
    public var errors: [BatchError]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        errors: [BatchError]? = nil
    ) {
        self.errors = errors
    }
}

/// What went wrong with one of many.
public struct BatchError: Codable, Equatable, Sendable {
    /// Its place in the request, from 0.
    public var index: Int?
    /// The uid.
    public var localId: String?
    /// Why.
    public var message: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        index: Int? = nil, localId: String? = nil, message: String? = nil
    ) {
        self.index = index
        self.localId = localId
        self.message = message
    }
}
