import Synchronization

/// Limits the unanswered data received from all clients together: parts of messages, and whole messages that wait for a turn.
///
/// Each client has its own limit, but many clients with unfinished messages would still fill the memory.
package final class WaitingBytes: Sendable {
    /// One shared instance, because a process has one memory.
    package static let incoming = WaitingBytes(maxBytes: 512 * 1024 * 1024, share: 64 * 1024)

    private let bytes = Atomic(0)
    private let maxBytes: Int
    private let share: Int

    /// - Parameters:
    ///   - maxBytes: The limit for all clients together.
    ///   - share: The number of bytes up to which a client is never rejected because of other clients.
    package init(maxBytes: Int, share: Int) {
        self.maxBytes = maxBytes
        self.share = share
    }

    /// Whether to reject a client with this number of unanswered bytes.
    ///
    /// - Parameters:
    ///   - waiting: The number of unanswered bytes of the client.
    ///   - isStranger: Whether the client is not signed in. Half of the limit is reserved for the other clients.
    package func isTooMuch(for waiting: Int, isStranger: Bool = false) -> Bool {
        waiting > share && bytes.load(ordering: .relaxed) > (isStranger ? maxBytes / 2 : maxBytes)
    }

    package func add(_ count: Int) {
        bytes.add(count, ordering: .relaxed)
    }

    package func remove(_ count: Int) {
        bytes.subtract(count, ordering: .relaxed)
    }
}
