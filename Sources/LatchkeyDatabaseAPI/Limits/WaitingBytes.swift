import Synchronization

/// Limits the data that was received from all clients together and is not answered: parts of messages, and whole messages that wait for a
/// turn.
///
/// Each client has its own limit, but many clients with unfinished messages would still fill the memory.
final class WaitingBytes: Sendable {
    /// One shared instance, because a process has one memory.
    static let incoming = WaitingBytes(maxBytes: 512 * 1024 * 1024, share: 64 * 1024)

    private let bytes = Atomic(0)
    private let maxBytes: Int
    private let share: Int

    /// - Parameter share: A client with no more than this waiting is not refused because of the others.
    init(maxBytes: Int, share: Int) {
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
