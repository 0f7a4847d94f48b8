/// A tenant as administrators see it (`projects/{project}/tenants/{tenant}`).
public struct TenantResource: Codable, Equatable, Sendable {
    /// `projects/{project}/tenants/{tenant}`; not for the caller to choose.
    public var name: String?
    /// The id alone, in emulator mode; a `POST` may choose it there.
    public var tenantId: String?
    /// 4 to 20 letters, digits and hyphens, a letter first.
    public var displayName: String?
    /// Whether people sign in with a password.
    public var allowPasswordSignup: Bool?
    /// Whether people sign in with a link that is sent to their address.
    public var enableEmailLinkSignin: Bool?
    /// Whether there are anonymous accounts.
    public var enableAnonymousUser: Bool?
    /// Whether nobody comes in at all.
    public var disableAuth: Bool?
    /// Second factors.
    public var mfaConfig: MfaConfig?
    /// What strangers may do.
    public var client: ClientConfig?
    /// Phone numbers with codes that are known beforehand; read, and refused where there are any.
    public var testPhoneNumbers: [String: String]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
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

    /// What an `updateMask` may name.
    public static let changeable: Set<String> = [
        "displayName", "allowPasswordSignup", "enableEmailLinkSignin", "enableAnonymousUser", "disableAuth", "mfaConfig", "client",
    ]
}

/// The query of a list of tenants.
public struct TenantListRequest: Codable, Equatable, Sendable {
    /// How many at most, 1 to 1000; 20 when absent.
    public var pageSize: Int?
    /// The answer of the page before.
    public var pageToken: String?
}

/// A page of tenants, in the order of their ids.
public struct TenantListReply: Codable, Equatable, Sendable {
    /// The tenants.
    public var tenants: [TenantResource]?
    /// Where the next page begins; comes with every full page.
    public var nextPageToken: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(tenants: [TenantResource]? = nil, nextPageToken: String? = nil) {
        self.tenants = tenants
        self.nextPageToken = nextPageToken
    }
}
