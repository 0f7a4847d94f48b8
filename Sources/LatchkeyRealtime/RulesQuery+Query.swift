// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree

extension RulesQuery {
    /// What rules see of a query. One that names no order goes by keys there, as Firebase's own tells rules.
    init(_ query: Query) {
        let order: Order =
            switch query.order {
            case .key: .key
            case .value: .value
            case .priority: query == .all ? .key : .priority
            case .child(let path): .child(path.keys.map(\.text).joined(separator: "/"))
            }
        self.init(order: order, startAt: query.start?.value.leaf, endAt: query.end?.value.leaf)
        if query.start == query.end { equalTo = startAt }
        switch query.limit {
        case .first(let count): limitToFirst = count
        case .last(let count): limitToLast = count
        case nil: break
        }
    }
}

extension SortValue {
    fileprivate var leaf: LeafValue? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        default: nil
        }
    }
}
