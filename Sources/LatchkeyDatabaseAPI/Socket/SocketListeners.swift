import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// The listeners of one socket client, by the key that the client uses.
struct SocketListeners {
    struct Key: Hashable, Sendable {
        let path: TreePath
        let query: ClientQuery
        let tag: Int?
    }

    private struct Listener {
        let id: ListenerID
        let number: Int
    }

    /// Listeners that the database removed, until the session processes that.
    final class Revoked: Sendable {
        private let ended = Mutex<[(key: Key, number: Int)]>([])

        func add(_ key: Key, _ number: Int) { ended.withLock { $0.append((key, number)) } }

        fileprivate func taken() -> [(key: Key, number: Int)] {
            ended.withLock { ended in
                defer { ended = [] }
                return ended
            }
        }
    }

    private var listeners: [Key: Listener] = [:]
    private var lastNumber = 0
    private let maxCount: Int
    /// Records the listeners that the database removes.
    let revoked = Revoked()

    /// The maximum number of listeners of one client.
    static let standardMaxCount = 10_000

    init(maxCount: Int = standardMaxCount) {
        self.maxCount = maxCount
    }

    /// Returns the number of a new listener, which distinguishes it from earlier and later ones with the same key.
    ///
    /// - Throws: `SocketRequestError` if the client has too many listeners.
    mutating func nextNumber() throws(SocketRequestError) -> Int {
        for (key, number) in revoked.taken() where listeners[key]?.number == number { listeners[key] = nil }
        guard listeners.count < maxCount else { throw SocketRequestError("A client listens at most \(maxCount) times.") }
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ key: Key, _ id: ListenerID, number: Int) {
        listeners[key] = Listener(id: id, number: number)
    }

    /// - Returns: The removed listener, which continues until the caller ends it.
    mutating func remove(_ key: Key) -> ListenerID? { listeners.removeValue(forKey: key)?.id }

    mutating func removeAll() -> [ListenerID] {
        defer { listeners = [:] }
        return listeners.values.map(\.id)
    }

    /// - Parameter mayStay: Returns whether a listener continues. If not, it has already ended.
    mutating func keep(where mayStay: (Key, ListenerID) -> Bool) {
        for (key, listener) in listeners where !mayStay(key, listener.id) { listeners[key] = nil }
    }
}
