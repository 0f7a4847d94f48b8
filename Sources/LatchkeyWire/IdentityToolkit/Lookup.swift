/// The request body of `accounts:lookup`: the ID token of an account, or identifiers of any accounts for administrators.
public struct LookupRequest: Codable, Equatable, Sendable {
    /// The ID token of the account to look up.
    public var idToken: String?
    /// The uids.
    public var localId: [String]?
    /// The email addresses.
    public var email: [String]?
    /// The phone numbers in E.164 form.
    public var phoneNumber: [String]?
    /// The identities at providers.
    public var federatedUserId: [FederatedUserIdentifier]?
    /// The initial email addresses of accounts that changed them.
    public var initialEmail: [String]?
    /// The project, for programs that administer several projects.
    public var targetProjectId: String?
    /// The tenant ID.
    public var tenantId: String?
    /// Sent by Google's libraries; ignored.
    public var delegatedProjectNumber: String?

    package init(idToken: String? = nil) {
        self.idToken = idToken
    }
}

/// An identity at a provider, as accepted by `accounts:lookup`.
public struct FederatedUserIdentifier: Codable, Equatable, Sendable {
    /// The provider ID.
    public var providerId: String?
    /// The user's ID at the provider.
    public var rawId: String?
}

/// The response of `accounts:lookup`. `users` is absent if no account was found, because clients depend on that.
public struct LookupReply: Codable, Equatable, Sendable {
    /// The kind of this response.
    public var kind: String?
    /// The accounts found; never an empty array.
    public var users: [UserInfo]? {
        didSet { if users?.isEmpty == true { users = nil } }
    }

    package init(
        kind: String? = "identitytoolkit#GetAccountInfoResponse", users: [UserInfo]? = nil
    ) {
        self.kind = kind
        self.users = users?.isEmpty == true ? nil : users
    }
}
