// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Whether an operation may happen.
public enum Verdict: Sendable, Equatable {
    case allowed
    case denied

    public var isAllowed: Bool { self == .allowed }
}
