// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

/// Lists of accounts for administrators.
public protocol AccountListReading {
    /// A part of all accounts of a realm.
    ///
    /// By uid and by date of creation a store finds its way; by anything else it may have to look at every account.
    func accounts(in realm: Realm, by order: AccountOrder, descending: Bool, offset: Int, limit: Int) throws -> [Account]
    /// How many accounts there are. A store may have to count them.
    func accountCount(in realm: Realm) throws -> Int
}
