// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

/// The members of a map in `auth`. Names are compared by their code units, which a `Dictionary` of strings does not.
public struct AuthMembers: Sendable, Equatable {
    /// In ascending order of names, each name once.
    private let names: [String]
    private let values: [AuthValue]

    /// So few are searched one by one.
    private static let fewMembers = 8

    public init(_ members: [String: AuthValue]) {
        self.init(members.map { ($0.key, $0.value) })
    }

    /// Of members with one name the last counts.
    public init(_ members: [(String, AuthValue)]) {
        var names: [String] = []
        var values: [AuthValue] = []
        let sorted = members.enumerated().sorted { left, right in
            TextOrder.same(left.element.0, right.element.0)
                ? left.offset < right.offset : TextOrder.precedes(left.element.0, right.element.0)
        }
        for (_, (name, value)) in sorted {
            if let last = names.last, TextOrder.same(last, name) {
                values[values.count - 1] = value
            } else {
                names.append(name)
                values.append(value)
            }
        }
        self.names = names
        self.values = values
    }

    public subscript(name: String) -> AuthValue? {
        index(of: name).map { values[$0] }
    }

    /// The names in the order of their code units.
    public var allNames: [String] { names }

    private func index(of name: String) -> Int? {
        if names.count <= Self.fewMembers {
            for index in names.indices where TextOrder.same(names[index], name) { return index }
            return nil
        }
        var low = 0
        var high = names.count
        while low < high {
            let middle = (low + high) / 2
            if TextOrder.precedes(names[middle], name) { low = middle + 1 } else { high = middle }
        }
        return low < names.count && TextOrder.same(names[low], name) ? low : nil
    }

    public static func == (left: AuthMembers, right: AuthMembers) -> Bool {
        left.names.count == right.names.count && zip(left.names, right.names).allSatisfy(TextOrder.same) && left.values == right.values
    }
}
