/// The body of `accounts:query`: which accounts, in which order.
public struct QueryAccountsRequest: Codable, Equatable, Sendable {
    /// Whether the accounts themselves are wanted, or only how many there are; `true` when absent.
    public var returnUserInfo: Bool?
    /// How many accounts at most, 1 to 500; 500 when absent.
    public var limit: Int?
    /// How many accounts of the list are passed over.
    public var offset: Int?
    /// By what they are sorted; by uid when absent.
    public var sortBy: SortField?
    /// `ASC` when absent.
    public var order: SortOrder?
    /// Conditions, of which only the first counts.
    public var expression: [AccountExpression]?
    /// The tenant of the project.
    public var tenantId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(
        returnUserInfo: Bool? = nil, limit: Int? = nil, offset: Int? = nil, sortBy: SortField? = nil, order: SortOrder? = nil,
        expression: [AccountExpression]? = nil, tenantId: String? = nil
    ) {
        self.returnUserInfo = returnUserInfo
        self.limit = limit
        self.offset = offset
        self.sortBy = sortBy
        self.order = order
        self.expression = expression
        self.tenantId = tenantId
    }

    /// A field of accounts by which they can be sorted.
    public struct SortField: NumberedName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes a name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The uid.
        public static let userID = Self(rawValue: "USER_ID")
        /// The name that is shown.
        public static let name = Self(rawValue: "NAME")
        /// When the account was made.
        public static let createdAt = Self(rawValue: "CREATED_AT")
        /// When somebody last signed in to it.
        public static let lastLoginAt = Self(rawValue: "LAST_LOGIN_AT")
        /// The address.
        public static let userEmail = Self(rawValue: "USER_EMAIL")
        /// As Google numbers them.
        public static let namesByNumber = [
            "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL",
        ]
    }

    /// A direction of sorting.
    public struct SortOrder: NumberedName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes a name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The smallest first.
        public static let ascending = Self(rawValue: "ASC")
        /// The greatest first.
        public static let descending = Self(rawValue: "DESC")
        /// As Google numbers them.
        public static let namesByNumber = ["ORDER_UNSPECIFIED", "ASC", "DESC"]
    }
}

/// One condition of `accounts:query`; where several members are given, the first of address, number and uid counts.
public struct AccountExpression: Codable, Equatable, Sendable {
    /// The account's own address.
    public var email: String?
    /// A phone number in E.164 form.
    public var phoneNumber: String?
    /// A uid.
    public var userId: String?

    /// Takes every member by name; what is left out stays off the wire.
    public init(email: String? = nil, phoneNumber: String? = nil, userId: String? = nil) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.userId = userId
    }
}

/// The answer to `accounts:query`.
public struct QueryAccountsReply: Codable, Equatable, Sendable {
    /// How many accounts are in this answer or, where none were wanted, how many there are, as text.
    public var recordsCount: String?
    /// The accounts.
    public var userInfo: [UserInfo]?

    /// Takes every member by name; what is left out stays off the wire.
    public init(recordsCount: String? = nil, userInfo: [UserInfo]? = nil) {
        self.recordsCount = recordsCount
        self.userInfo = userInfo
    }
}
