// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyTree

/// Why a database did not do what it was asked.
public enum DatabaseError: Error, Equatable, Sendable {
    /// The rules do not allow it; the name under which the operator finds out why, where denials are remembered.
    case denied(DecisionID?)
    /// What is there is not what the writer believed to be there; `current` is.
    case stale(current: Node)
    case tree(TreeError)
    /// One path of an update is within another.
    case overlappingPaths(TreePath, TreePath)
    /// The store could not write; nothing was changed.
    case unavailable

    /// A denial that nobody remembers.
    public static let permissionDenied = DatabaseError.denied(nil)
}
