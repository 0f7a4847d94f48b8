import LatchkeyWeb

/// Counts the bytes queued in memory for one client. They have their own limit, and count toward the limit for all clients.
///
/// A small amount for each client is not counted toward all clients, because all threads would contend for that count.
struct ClientBytes: Sendable {
    private var bytes = 0
    private static let little = 4096
    private let maxBytes: Int
    private let client: OutgoingBytes.Client

    init(maxBytes: Int, of client: OutgoingBytes.Client) {
        self.maxBytes = maxBytes
        self.client = client
    }

    /// Counts another message if it fits. If it does not, the caller must disconnect the client.
    ///
    /// One message may be larger than the limit if nothing else waits: it is in memory already.
    mutating func add(_ message: [UInt8]) -> Bool {
        guard !client.isDropped, bytes == 0 || bytes + message.count <= maxBytes else { return false }
        change(by: message.count)
        return true
    }

    /// Records that the client received this number of bytes.
    mutating func remove(_ count: Int) { change(by: -count) }

    /// Records that the client received a part of a message. The message itself is removed when the client has received all of it.
    func noteProgress() { client.noteProgress() }

    /// Records that the client is disconnected, and nothing is queued for it.
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
