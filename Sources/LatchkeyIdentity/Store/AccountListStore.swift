#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// By what a list of accounts is sorted; those that are equal, by uid.
public enum AccountOrder: Sendable, CaseIterable {
    case id
    /// Byte by byte; accounts without a name first.
    case displayName
    case createdAt
    case lastSignInAt
    /// Accounts without an address first.
    case email
}

/// Where an account stands among those of its realm by date of creation.
public struct AccountPlace: Sendable, Equatable {
    public let createdAt: Date
    public let id: AccountID

    public init(createdAt: Date, id: AccountID) {
        self.createdAt = createdAt
        self.id = id
    }

    /// Where no account stands: after the year 9999.
    public static let beyondAll = AccountPlace(createdAt: Date(millisecondsSince1970: 253_402_300_800_000), id: "")
}

/// Which accounts of a list are meant.
public struct AccountFilter: Sendable, Equatable {
    /// What an account is besides being there.
    public enum State: String, Sendable, CaseIterable {
        case disabled
        /// With an address that nobody has proved to be theirs.
        case unverified
        /// With a second factor.
        case protected
    }

    /// One of the ways in: `password`, `emailLink`, `phone`, `passkey`, a provider, or `anonymous` for those who have none.
    public var method: ProviderID?
    public var state: State?

    public init(method: ProviderID? = nil, state: State? = nil) {
        self.method = method
        self.state = state
    }
}

/// A part of a list, and where to go on.
public struct AccountListPart: Sendable {
    public let accounts: [Account]
    /// Behind which place the next part begins; absent at the end of the list.
    public let next: AccountPlace?

    public init(accounts: [Account], next: AccountPlace?) {
        self.accounts = accounts
        self.next = next
    }
}

/// Lists of accounts for administrators.
public protocol AccountListReading {
    /// A part of all accounts of a realm.
    ///
    /// By uid and by date of creation a store finds its way; by anything else it may have to look at every account.
    func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account]
    /// The accounts of a realm, the newest first, behind a place in this order. A store finds it by an index, however far it is.
    ///
    /// - Parameters:
    ///   - examined: How many accounts are looked at, at the most: where few of them are meant, a part may be short, or empty, and
    ///     still have a next one. So every part costs the same.
    func newestAccounts(
        in realm: Realm, matching filter: AccountFilter, after last: AccountPlace?, limit: Int, examining examined: Int
    ) throws -> AccountListPart
    /// Accounts whose address or telephone number begins with a text, by these; found by an index.
    func accounts(in realm: Realm, beginningWith text: String, limit: Int) throws -> [Account]
    /// How many accounts there are. A store may have to count them.
    func accountCount(in realm: Realm) throws -> Int
}
