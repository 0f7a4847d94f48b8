public import Foundation

/// The sort order of a list of accounts. Equal accounts are sorted by uid.
public enum AccountOrder: Sendable, CaseIterable {
    case id
    /// Bytewise; accounts without a name come first.
    case displayName
    case createdAt
    case lastSignInAt
    /// Accounts without an address come first.
    case email
}

/// The column by which a list of accounts is sorted. Stores have an index for each, so all positions cost the same. There is none for the
/// last sign-in, because every sign-in would have to change it.
public enum AccountColumn: String, Sendable, CaseIterable {
    case createdAt = "created"
    /// Accounts without an address come last.
    case email
    /// The first 64 characters of the display name, in lower case as far as they are ASCII. Accounts without a name come last.
    case displayName = "name"
}

/// The position of an account in a sorted list. The account need not exist.
public struct AccountPlace: Sendable, Equatable {
    /// The value of the sorted column.
    public enum Key: Sendable, Equatable {
        case date(Date)
        case text(String)
        /// The account has no value in the column.
        case absent
    }

    /// The value of the sorted column.
    public let key: Key
    /// The uid, which orders accounts with the same value.
    public let id: AccountID

    /// Creates a position.
    public init(key: Key, id: AccountID) {
        self.key = key
        self.id = id
    }

    /// Returns the position of an account in a list that is sorted by a column.
    public init(of account: Account, by column: AccountColumn) {
        let key: Key? =
            switch column {
            case .createdAt: .date(account.createdAt)
            case .email: account.email.map { .text($0.text) }
            case .displayName: account.displayName.map { .text(SortedName.key(of: $0)) }
            }
        self.init(key: key ?? .absent, id: account.id)
    }
}

/// The form of display names by which accounts are sorted and searched.
package enum SortedName {
    /// The number of characters (Unicode scalars) that count.
    package static let length = 64

    package static func key(of name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(length).map(folded)))
    }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
}

/// A filter for a list of accounts.
public struct AccountFilter: Sendable, Equatable {
    /// A property of an account.
    public enum State: String, Sendable, CaseIterable {
        case disabled
        /// The account has an unverified address.
        case unverified
        /// The account has a second factor.
        case protected
    }

    /// A sign-in method: `password`, `emailLink`, `phone`, `passkey`, a provider, or `anonymous` for accounts without one.
    public var method: ProviderID?
    /// The property that the accounts have; `nil` for all accounts.
    public var state: State?

    /// Creates a filter. Without arguments it matches all accounts.
    public init(method: ProviderID? = nil, state: State? = nil) {
        self.method = method
        self.state = state
    }

    /// Whether the filter matches an account that was read from a store.
    package func matches(_ account: Account) -> Bool {
        let hasMethod =
            switch method {
            case nil: true
            case .password?: account.password != nil
            case .emailLink?: account.emailLinkSignIn
            case .phone?: account.phoneNumber != nil
            case .custom?: account.customAuth
            case .passkey?: account.hasPasskey
            case .anonymous?: account.isAnonymous
            case let provider?: account.identity(of: provider) != nil
            }
        let hasState =
            switch state {
            case nil: true
            case .disabled?: account.disabled
            case .unverified?: account.email != nil && !account.emailVerified
            case .protected?: account.hasSecondFactor
            }
        return hasMethod && hasState
    }
}

/// A request for a page of a sorted list of accounts.
public struct AccountListQuery: Sendable {
    /// The column by which the list is sorted. Accounts with the same value are sorted by uid.
    public let column: AccountColumn
    /// Whether the largest value comes first. Accounts without a value come last anyway.
    public let descending: Bool
    /// The filter of the list.
    public let filter: AccountFilter
    /// The position after which the page begins; `nil` for the first page.
    public let place: AccountPlace?
    /// Whether the page ends before ``place`` instead; without a position, it is the last page.
    public let isBackward: Bool
    /// The maximum number of accounts of the page; at least 1.
    public let limit: Int
    /// The maximum number of accounts to scan. With a selective filter, a page may be short or empty and still have a next one, so that
    /// every page costs the same.
    public let examined: Int

    /// Creates a request. Without arguments except for the limit, it requests the newest accounts. A position in a list that is sorted by
    /// another column is ignored.
    public init(
        column: AccountColumn = .createdAt, descending: Bool = true, filter: AccountFilter = AccountFilter(), place: AccountPlace? = nil,
        isBackward: Bool = false, limit: Int, examined: Int = 10_000
    ) {
        self.column = column
        self.descending = descending
        self.filter = filter
        self.place = place.flatMap { $0.key.isOf(column) ? $0 : nil }
        self.isBackward = isBackward
        self.limit = max(1, limit)
        self.examined = max(self.limit, examined)
    }
}

extension AccountPlace.Key {
    /// Whether the column can have the value.
    fileprivate func isOf(_ column: AccountColumn) -> Bool {
        switch self {
        case .date: column == .createdAt
        case .text, .absent: column != .createdAt
        }
    }
}

/// A page of a list of accounts.
public struct AccountListPart: Sendable {
    /// The accounts of the page, in the order of the list.
    public let accounts: [Account]
    /// The position from which the list continues in the requested direction; `nil` at its end.
    public let next: AccountPlace?

    /// Creates a page of a list.
    public init(accounts: [Account], next: AccountPlace?) {
        self.accounts = accounts
        self.next = next
    }
}

/// Lists of accounts for administrators.
public protocol AccountListReading {
    /// Returns a page of all accounts of a realm.
    ///
    /// Stores have an index for uid and creation date. For other orders they may have to scan all accounts.
    func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account]
    /// Returns a page of a sorted list of the accounts of a realm. Stores use an index, so all positions cost the same.
    func accounts(in realm: Realm, listed query: AccountListQuery) throws -> AccountListPart
    /// Returns the accounts with these uids, in any order. At most 100 uids are looked up; unknown ones are omitted.
    func accounts(_ ids: [AccountID], in realm: Realm) throws -> [Account]
    /// Returns accounts with an address or phone number that begins with a text, sorted by these. Stores use an index.
    func accounts(in realm: Realm, beginningWith text: String, limit: Int) throws -> [Account]
    /// Returns accounts whose display name begins with a text, or the rest of it after the first space, in this order. The case of ASCII
    /// letters does not matter, nor that of another first letter. At most 64 characters are compared. Stores use an index.
    func accounts(in realm: Realm, named text: String, limit: Int) throws -> [Account]
    /// Returns the number of accounts, which a store may have to count.
    func accountCount(in realm: Realm) throws -> Int
}
