/// The body of `accounts:lookup`: one's own account by session, or for administrators any by identifier.
public struct LookupRequest: Codable, Equatable, Sendable {
    /// The session whose account is wanted.
    public var idToken: String?
    /// Uids.
    public var localId: [String]?
    /// Addresses.
    public var email: [String]?
    /// Phone numbers in E.164 form.
    public var phoneNumber: [String]?
    /// Identities at providers.
    public var federatedUserId: [FederatedUserIdentifier]?
    /// First addresses of accounts that changed them.
    public var initialEmail: [String]?
    /// The project, where a program administers several.
    public var targetProjectId: String?
    /// The tenant of the project.
    public var tenantId: String?
    /// Sent by Google's own programs; not used.
    public var delegatedProjectNumber: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        idToken: String? = nil, localId: [String]? = nil, email: [String]? = nil, phoneNumber: [String]? = nil,
        federatedUserId: [FederatedUserIdentifier]? = nil, initialEmail: [String]? = nil,
        targetProjectId: String? = nil, tenantId: String? = nil, delegatedProjectNumber: String? = nil
    ) {
        self.idToken = idToken
        self.localId = localId
        self.email = email
        self.phoneNumber = phoneNumber
        self.federatedUserId = federatedUserId
        self.initialEmail = initialEmail
        self.targetProjectId = targetProjectId
        self.tenantId = tenantId
        self.delegatedProjectNumber = delegatedProjectNumber
    }
}

/// An identity at a provider, as `accounts:lookup` takes it.
public struct FederatedUserIdentifier: Codable, Equatable, Sendable {
    /// The provider.
    public var providerId: String?
    /// The provider's own id of the person.
    public var rawId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        providerId: String? = nil, rawId: String? = nil
    ) {
        self.providerId = providerId
        self.rawId = rawId
    }
}

/// The answer to `accounts:lookup`; `users` is left out when nobody was found, because clients count on that.
public struct LookupReply: Codable, Equatable, Sendable {
    /// The name of this kind of answer.
    public var kind: String?
    /// The accounts found; never an empty array.
    public var users: [UserInfo]? {
        didSet { if users?.isEmpty == true { users = nil } }
    }

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        kind: String? = "identitytoolkit#GetAccountInfoResponse", users: [UserInfo]? = nil
    ) {
        self.kind = kind
        self.users = users?.isEmpty == true ? nil : users
    }
}
