// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRealtime
import LatchkeyTree

/// What shall be written when a client is gone, in the order in which it was asked for.
struct OnDisconnect {
    private(set) var operations: [WriteOperation] = []

    /// In place of what was left for this place and below it.
    mutating func set(_ operation: WriteOperation) {
        cancel(operation.path)
        operations.append(operation)
    }

    mutating func cancel(_ path: TreePath) {
        operations.removeAll { path.contains($0.path) }
    }
}
