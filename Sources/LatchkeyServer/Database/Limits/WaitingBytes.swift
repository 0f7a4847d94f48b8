// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits for all clients together, or of them, in memory: each has a limit of its own, but many that do not read, or do not come to an
/// end, would fill the memory all the same.
final class WaitingBytes: Sendable {
    /// What waits to be sent. One process has one memory.
    static let everybody = WaitingBytes(maxBytes: 512 * 1024 * 1024)
    /// What was received and is not answered: the parts of messages, and whole ones whose turn has not come.
    static let incoming = WaitingBytes(maxBytes: 512 * 1024 * 1024, share: 64 * 1024)

    private let bytes = Atomic(0)
    private let maxBytes: Int
    private let share: Int

    /// - Parameter share: nobody for whom no more than this waits is dropped on account of the others.
    init(maxBytes: Int, share: Int = 1024 * 1024) {
        self.maxBytes = maxBytes
        self.share = share
    }

    /// Whether a client for whom so much waits already is one too many.
    ///
    /// - Parameter isStranger: half of the room is kept for those who said who they are.
    func isTooMuch(for waiting: Int, isStranger: Bool = false) -> Bool {
        waiting > share && bytes.load(ordering: .relaxed) > (isStranger ? maxBytes / 2 : maxBytes)
    }

    func add(_ count: Int) {
        bytes.add(count, ordering: .relaxed)
    }

    func remove(_ count: Int) {
        bytes.subtract(count, ordering: .relaxed)
    }
}
