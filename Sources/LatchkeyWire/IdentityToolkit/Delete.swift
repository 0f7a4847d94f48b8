/// The request body of `accounts:delete`: an ID token, or a uid for administrators. Some clients send both.
public struct DeleteRequest: Codable, Equatable, Sendable {
    /// The ID token of the account to delete.
    public var idToken: String?
    /// The account to delete; for administrators only.
    public var localId: String?
    /// The project, for programs that administer several projects.
    public var targetProjectId: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Sent by Google's libraries; ignored.
    public var delegatedProjectNumber: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        idToken: String? = nil, localId: String? = nil, targetProjectId: String? = nil, tenantId: String? = nil,
        delegatedProjectNumber: String? = nil
    ) {
        self.idToken = idToken
        self.localId = localId
        self.targetProjectId = targetProjectId
        self.tenantId = tenantId
        self.delegatedProjectNumber = delegatedProjectNumber
    }
}

/// The response of `accounts:delete`.
public struct DeleteReply: Codable, Equatable, Sendable {
    /// The kind of this response, which clients require.
    public var kind: String?

    /// Creates a value from its members. Omitted members are not encoded.
    public init(
        kind: String? = "identitytoolkit#DeleteAccountResponse"
    ) {
        self.kind = kind
    }
}
