// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits for all clients together, in memory: each has a limit of its own, but many that do not read would fill the memory all the same.
final class WaitingBytes: Sendable {
    /// One process has one memory.
    static let everybody = WaitingBytes(maxBytes: 512 * 1024 * 1024)

    private let bytes = Atomic(0)
    private let maxBytes: Int
    /// Nobody for whom less than this waits is dropped on account of the others.
    private static let share = 1024 * 1024

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    /// Whether a client for whom so much waits already is one too many.
    func isTooMuch(for waiting: Int) -> Bool {
        waiting > Self.share && bytes.load(ordering: .relaxed) > maxBytes
    }

    func add(_ count: Int) {
        bytes.add(count, ordering: .relaxed)
    }

    func remove(_ count: Int) {
        bytes.subtract(count, ordering: .relaxed)
    }
}
