// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What waits for one client, in memory: it has a limit of its own, and counts among what waits for everybody.
///
/// A little is everybody's to have waiting. It is not counted for all, because that is what all threads would contend for.
struct ClientBytes: Sendable {
    private var bytes = 0
    private static let little = 4096
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
        change(by: message.count)
        return true
    }

    /// So much waits no more.
    mutating func remove(_ count: Int) { change(by: -count) }

    /// The client is gone, and nothing waits for it.
    mutating func removeAll() { remove(bytes) }

    private mutating func change(by count: Int) {
        let before = max(0, bytes - Self.little)
        bytes += count
        let after = max(0, bytes - Self.little)
        if after != before { everybody.add(after - before) }
    }
}
