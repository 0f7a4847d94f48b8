// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What waits for one client, in memory: it has a limit of its own, and counts among what waits for all clients.
///
/// A little may wait for each client without being counted for all, because all threads would contend for that count.
struct ClientBytes: Sendable {
    private var bytes = 0
    private static let little = 4096
    private let maxBytes: Int
    private let client: OutgoingBytes.Client

    init(maxBytes: Int, of client: OutgoingBytes.Client) {
        self.maxBytes = maxBytes
        self.client = client
    }

    /// Counts one more message, if it fits. If it does not, the client is to be disconnected.
    ///
    /// One message may be larger than the limit if nothing else waits: it is in memory already.
    mutating func add(_ message: [UInt8]) -> Bool {
        guard !client.isDropped, bytes == 0 || bytes + message.count <= maxBytes else { return false }
        change(by: message.count)
        return true
    }

    /// The client took so much.
    mutating func remove(_ count: Int) { change(by: -count) }

    /// The client took a part of a message, which is removed once the client took all of it.
    func noteProgress() { client.noteProgress() }

    /// The client is gone, and nothing waits for it.
    mutating func removeAll() {
        bytes = 0
        client.leave()
    }

    private mutating func change(by count: Int) {
        let before = max(0, bytes - Self.little)
        bytes += count
        client.change(by: max(0, bytes - Self.little) - before)
    }
}
