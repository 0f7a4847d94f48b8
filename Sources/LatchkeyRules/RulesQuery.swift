// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyTree

/// The query with which data is read, as the variable `query` of `.read` rules shows it.
public struct RulesQuery: Sendable, Equatable {
    public enum Order: Sendable, Equatable {
        case key, priority, value
        /// By a child; deeper ones have slashes.
        case child(String)
    }

    public var order: Order
    public var startAt: LeafValue?
    public var endAt: LeafValue?
    public var equalTo: LeafValue?
    public var limitToFirst: Int?
    public var limitToLast: Int?

    /// Without arguments a read of everything, which counts as ordered by key.
    public init(
        order: Order = .key, startAt: LeafValue? = nil, endAt: LeafValue? = nil, equalTo: LeafValue? = nil, limitToFirst: Int? = nil,
        limitToLast: Int? = nil
    ) {
        self.order = order
        self.startAt = startAt
        self.endAt = endAt
        self.equalTo = equalTo
        self.limitToFirst = limitToFirst
        self.limitToLast = limitToLast
    }

    /// A read of everything.
    public static let none = RulesQuery()
}

extension RulesQuery {
    func value(of member: QueryMember) -> Value {
        switch member {
        case .orderByKey: .boolean(order == .key)
        case .orderByPriority: .boolean(order == .priority)
        case .orderByValue: .boolean(order == .value)
        case .orderByChild: if case .child(let path) = order { .string(path) } else { .null }
        case .startAt: Value(startAt)
        case .endAt: Value(endAt)
        case .equalTo: Value(equalTo)
        case .limitToFirst: limitToFirst.map { .number(Double($0)) } ?? .null
        case .limitToLast: limitToLast.map { .number(Double($0)) } ?? .null
        }
    }
}
