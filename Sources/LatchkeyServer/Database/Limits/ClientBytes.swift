// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What waits for one client, in memory: it has a limit of its own, and counts among what waits for everybody.
struct ClientBytes: Sendable {
    private var bytes = 0
    private let maxBytes: Int
    private let everybody: WaitingBytes

    init(maxBytes: Int, everybody: WaitingBytes) {
        self.maxBytes = maxBytes
        self.everybody = everybody
    }

    /// Counts one message more, if it fits; where it does not, the client is one to drop.
    ///
    /// One message may be larger than the limit if nothing else waits: it is in memory already.
    mutating func add(_ message: [UInt8]) -> Bool {
        guard bytes == 0 || (bytes + message.count <= maxBytes && !everybody.isTooMuch(for: bytes)) else { return false }
        bytes += message.count
        everybody.add(message.count)
        return true
    }

    /// So much waits no more.
    mutating func remove(_ count: Int) {
        bytes -= count
        everybody.remove(count)
    }

    /// The client is gone, and nothing waits for it.
    mutating func removeAll() { remove(bytes) }
}
