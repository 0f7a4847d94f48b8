/// The configuration of a tenant for administrators (`projects/{project}/tenants/{tenant}`).
public struct TenantResource: Codable, Equatable, Sendable {
    /// `projects/{project}/tenants/{tenant}`; read-only.
    public var name: String?
    /// The ID, in emulator mode, where a `POST` can set it.
    public var tenantId: String?
    /// The display name: 4 to 20 letters, digits and hyphens, starting with a letter.
    public var displayName: String?
    /// Whether users can sign in with a password.
    public var allowPasswordSignup: Bool?
    /// Whether users can sign in with an email link.
    public var enableEmailLinkSignin: Bool?
    /// Whether anonymous accounts are enabled.
    public var enableAnonymousUser: Bool?
    /// Whether all sign-ins are disabled.
    public var disableAuth: Bool?
    /// The settings for second factors.
    public var mfaConfig: MfaConfig?
    /// The permissions of clients.
    public var client: ClientConfig?
    /// The test phone numbers with fixed codes; rejected if there are any.
    public var testPhoneNumbers: [String: String]?

    package init(
        name: String? = nil, displayName: String? = nil, allowPasswordSignup: Bool? = nil, enableEmailLinkSignin: Bool? = nil,
        enableAnonymousUser: Bool? = nil, disableAuth: Bool? = nil, mfaConfig: MfaConfig? = nil, client: ClientConfig? = nil
    ) {
        self.name = name
        self.displayName = displayName
        self.allowPasswordSignup = allowPasswordSignup
        self.enableEmailLinkSignin = enableEmailLinkSignin
        self.enableAnonymousUser = enableAnonymousUser
        self.disableAuth = disableAuth
        self.mfaConfig = mfaConfig
        self.client = client
    }

    /// The members that an `updateMask` can contain.
    public static let changeable: Set<String> = [
        "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth", "mfaConfig", "client",
    ]

    /// The members that a request to create a tenant can contain. `testPhoneNumbers` has an error of its own.
    public static let creatable = changeable.union(["testPhoneNumbers"])
}

/// The query of a list of tenants.
public struct TenantListRequest: Codable, Equatable, Sendable {
    /// The maximum number of tenants, 1 to 1000; 20 if absent.
    public var pageSize: Int?
    /// The `nextPageToken` of the previous page.
    public var pageToken: String?
}

/// A page of tenants, in the order of their IDs.
public struct TenantListReply: Codable, Equatable, Sendable {
    /// The tenants.
    public var tenants: [TenantResource]?
    /// The token for the next page; present on every full page.
    public var nextPageToken: String?

    package init(tenants: [TenantResource]? = nil, nextPageToken: String? = nil) {
        self.tenants = tenants
        self.nextPageToken = nextPageToken
    }
}
