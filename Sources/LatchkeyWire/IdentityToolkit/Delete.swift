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

    package init(idToken: String? = nil, localId: String? = nil) {
        self.idToken = idToken
        self.localId = localId
    }
}

/// The response of `accounts:delete`.
public struct DeleteReply: Codable, Equatable, Sendable {
    /// The kind of this response, which clients require.
    public var kind: String?

    package init(kind: String? = "identitytoolkit#DeleteAccountResponse") {
        self.kind = kind
    }
}
