import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts:query`, or by its older name `projects/{project}:queryAccounts`: lists accounts in a chosen order,
/// or finds one account.
struct QueryAccountsEndpoint: AdminEndpoint {
    static let name = "accounts:query"
    /// The call name after the project in the older path.
    static let olderName = "queryAccounts"
    static let words = APIWords(
        "queryAccounts", .users, "Lists accounts in an order, or finds one",
        """
        Lists at most 500 accounts in a chosen order, or finds the account with an address, a phone number or a uid. To read all \
        accounts, use `accounts:batchGet`. Firebase's `projects.accounts.query`.
        """,
        errors: [.invalidArgument, .tenantIDMismatch],
        request: #"{"limit":50,"sortBy":"CREATED_AT","order":"DESC"}"#,
        reply: #"{"recordsCount":"1","userInfo":[{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org"}]}"#)
    private static let maxCount = 500
    /// To read all accounts, use `accounts:batchGet`: its pages have equal cost.
    private static let maxOffset = 1_000_000

    let store: StoreReader

    static func tenant(of input: QueryAccountsRequest) -> String? { input.tenantId }

    func respond(to input: QueryAccountsRequest, from caller: AdminCaller) async throws -> QueryAccountsReply {
        // Google's emulator has no limit unless the request has one.
        let isUnlimited = caller.caller.project.policies.isLenient && input.limit ?? 0 == 0
        let (limit, offset) = (isUnlimited ? Self.maxOffset : input.limit ?? Self.maxCount, input.offset ?? 0)
        guard isUnlimited || (1...Self.maxCount).contains(limit) else { throw Self.invalid("limit is 1 to \(Self.maxCount).") }
        guard (0...Self.maxOffset).contains(offset) else { throw Self.invalid("offset is 0 to \(Self.maxOffset).") }
        let order = try input.accountOrder
        let descending = try input.isDescending
        let realm = caller.caller.realm
        let wantsAccounts = input.returnUserInfo ?? true
        // As on Google's server, only the first condition counts.
        guard let condition = input.expression?.first else {
            guard wantsAccounts else {
                return QueryAccountsReply(recordsCount: String(try await store.read { try $0.accountCount(in: realm) }))
            }
            let found = try await store.read { view in
                try view.described(view.accounts(in: realm, by: order, descending: descending, offset: offset, limit: limit))
            }
            var reply = QueryAccountsReply(found)
            // Google's emulator returns an empty list.
            if caller.caller.project.policies.isLenient { reply.userInfo = found.map(\.withUnobfuscatedNumbers) }
            return reply
        }
        let users = try await store.read { view in
            try view.described([view.account(where: condition, in: realm)].compactMap(\.self))
        }
        return wantsAccounts ? .init(Array(users.dropFirst(offset))) : .init(recordsCount: String(users.count))
    }

    fileprivate static func invalid(_ message: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: message)
    }
}

extension QueryAccountsReply {
    fileprivate init(_ users: [UserInfo]) {
        self.init(recordsCount: String(users.count), userInfo: users.isEmpty ? nil : users)
    }
}

extension StoreReading {
    fileprivate func account(where condition: AccountExpression, in realm: Realm) throws -> Account? {
        if let text = condition.email.unlessEmpty { return try EmailAddress(text).flatMap { try account(withEmail: $0, in: realm) } }
        if let text = condition.phoneNumber.unlessEmpty {
            return try PhoneNumber(text).flatMap { try account(withPhoneNumber: $0, in: realm) }
        }
        guard let id = condition.userId.unlessEmpty else {
            throw QueryAccountsEndpoint.invalid("A condition names email, phoneNumber or userId.")
        }
        return try account(AccountID(rawValue: id), in: realm)
    }
}

extension QueryAccountsRequest {
    fileprivate var accountOrder: AccountOrder {
        get throws {
            switch sortBy {
            case nil, .userID, SortField(rawValue: SortField.namesByNumber[0]): .id
            case .name: .displayName
            case .createdAt: .createdAt
            case .lastLoginAt: .lastSignInAt
            case .userEmail: .email
            default: throw QueryAccountsEndpoint.invalid("sortBy is USER_ID, NAME, CREATED_AT, LAST_LOGIN_AT or USER_EMAIL.")
            }
        }
    }

    fileprivate var isDescending: Bool {
        get throws {
            switch order {
            case nil, .ascending, SortOrder(rawValue: SortOrder.namesByNumber[0]): false
            case .descending: true
            default: throw QueryAccountsEndpoint.invalid("order is ASC or DESC.")
            }
        }
    }
}
