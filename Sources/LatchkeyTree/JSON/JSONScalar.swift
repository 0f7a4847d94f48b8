// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A value of JSON that holds no others.
public enum JSONScalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
}
