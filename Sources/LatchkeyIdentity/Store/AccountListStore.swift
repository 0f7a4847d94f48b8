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

/// The position of an account in its realm, by creation date.
public struct AccountPlace: Sendable, Equatable {
    /// The time at which the account was created.
    public let createdAt: Date
    /// The uid, which orders accounts of the same instant.
    public let id: AccountID

    /// Creates the position of an account. The account need not exist.
    public init(createdAt: Date, id: AccountID) {
        self.createdAt = createdAt
        self.id = id
    }

    /// The position after all accounts: after the year 9999.
    package static let beyondAll = AccountPlace(createdAt: Date(millisecondsSince1970: 253_402_300_800_000), id: "")
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
}

/// A page of a list of accounts.
public struct AccountListPart: Sendable {
    /// The accounts of the page, the newest first.
    public let accounts: [Account]
    /// The position after which the next page begins; `nil` at the end of the list.
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
    /// Returns the accounts of a realm after a position, the newest first. Stores use an index, so all positions cost the same.
    ///
    /// - Parameters:
    ///   - examined: The maximum number of accounts to scan. With a selective filter, a page may be short or empty and still have a next
    ///     one, so that every page costs the same.
    func newestAccounts(
        in realm: Realm, matching filter: AccountFilter, after last: AccountPlace?, limit: Int, examining examined: Int
    ) throws -> AccountListPart
    /// Returns accounts with an address or phone number that begins with a text, sorted by these. Stores use an index.
    func accounts(in realm: Realm, beginningWith text: String, limit: Int) throws -> [Account]
    /// Returns accounts whose display name begins with a text, or the rest of it after the first space, in this order. The case of ASCII
    /// letters does not matter, nor that of another first letter. At most 64 characters are compared. Stores use an index.
    func accounts(in realm: Realm, named text: String, limit: Int) throws -> [Account]
    /// Returns the number of accounts, which a store may have to count.
    func accountCount(in realm: Realm) throws -> Int
}
