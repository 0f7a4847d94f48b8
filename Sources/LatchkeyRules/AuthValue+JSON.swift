// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyTree

extension AuthValue {
    /// What somebody wants `auth` to be: in a test of rules, or an administrator who looks at the database as they would.
    public init(_ value: JSONValue) {
        self =
            switch value {
            case .scalar(.null): .null
            case .scalar(.boolean(let value)): .boolean(value)
            case .scalar(.number(let value)): .number(value)
            case .scalar(.string(let value)): .string(value)
            case .array(let elements): .list(elements.map { AuthValue($0) })
            case .object(let members): .map(AuthMembers(members.map { ($0.name, AuthValue($0.value)) }))
            }
    }
}
