// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

/// Lists of accounts for administrators.
public protocol AccountListReading {
    /// A part of all accounts of a realm.
    ///
    /// By uid and by date of creation a store finds its way; by anything else it may have to look at every account.
    func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account]
    /// The accounts of a realm, the newest first, behind a place in this order. A store finds it by an index, however far it is.
    func newestAccounts(in realm: Realm, after last: AccountPlace?, limit: Int) throws -> [Account]
    /// How many accounts there are. A store may have to count them.
    func accountCount(in realm: Realm) throws -> Int
}
