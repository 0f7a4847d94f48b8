/// The request body of `accounts:query`: the accounts to return, and their order.
public struct QueryAccountsRequest: Codable, Equatable, Sendable {
    /// Whether to return the accounts or only their number; `true` if absent.
    public var returnUserInfo: Bool?
    /// The maximum number of accounts, 1 to 500; 500 if absent.
    public var limit: Int?
    /// The number of accounts to skip.
    public var offset: Int?
    /// The sort field; the uid if absent.
    public var sortBy: SortField?
    /// The sort order; `ASC` if absent.
    public var order: SortOrder?
    /// The conditions, of which only the first one is used.
    public var expression: [AccountExpression]?
    /// The tenant ID.
    public var tenantId: String?

    /// A sort field of accounts.
    public struct SortField: NumberedName {
        /// The name on the wire.
        public let rawValue: String
        /// Creates a value from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The uid.
        public static let userID = Self(rawValue: "USER_ID")
        /// The display name.
        public static let name = Self(rawValue: "NAME")
        /// The time at which the account was created.
        public static let createdAt = Self(rawValue: "CREATED_AT")
        /// The time of the last sign-in.
        public static let lastLoginAt = Self(rawValue: "LAST_LOGIN_AT")
        /// The email address.
        public static let userEmail = Self(rawValue: "USER_EMAIL")
        /// The names in the order of Google's numbers.
        public static let namesByNumber = [
            "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL",
        ]
    }

    /// A sort order.
    public struct SortOrder: NumberedName {
        /// The name on the wire.
        public let rawValue: String
        /// Creates a value from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Ascending.
        public static let ascending = Self(rawValue: "ASC")
        /// Descending.
        public static let descending = Self(rawValue: "DESC")
        /// The names in the order of Google's numbers.
        public static let namesByNumber = ["ORDER_UNSPECIFIED", "ASC", "DESC"]
    }
}

/// A condition of `accounts:query`. If several members are set, the first of email address, phone number and uid is used.
public struct AccountExpression: Codable, Equatable, Sendable {
    /// The email address of the account.
    public var email: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// A uid.
    public var userId: String?
}

/// The response of `accounts:query`.
public struct QueryAccountsReply: Codable, Equatable, Sendable {
    /// The number of accounts in this response, or the total number if only that was requested, as text.
    public var recordsCount: String?
    /// The accounts.
    public var userInfo: [UserInfo]?

    package init(recordsCount: String? = nil, userInfo: [UserInfo]? = nil) {
        self.recordsCount = recordsCount
        self.userInfo = userInfo
    }
}
