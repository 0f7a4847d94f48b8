/// The body of `accounts:delete`: by session, or for administrators by uid; some clients send both.
public struct DeleteRequest: Codable, Equatable, Sendable {
    /// The session whose account is deleted.
    public var idToken: String?
    /// The account to delete; for administrators only.
    public var localId: String?
    /// The project, where a program administers several.
    public var targetProjectId: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Sent by Google's own programs; not used.
    public var delegatedProjectNumber: String?

    /// Takes every member by name; what is left out stays off the wire.
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

/// The answer to `accounts:delete`.
public struct DeleteReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer; clients require it.
    public var kind: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#DeleteAccountResponse"
    ) {
        self.kind = kind
    }
}
