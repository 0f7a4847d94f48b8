import LatchkeyRealtime
import LatchkeyTree
import Synchronization

/// What one client of the socket listens to, by the names that it has for it.
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

    /// Listeners that the database ended, until the session takes note of it.
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
    /// Is told of a listener's end by the database.
    let revoked = Revoked()

    /// How often one client listens.
    static let standardMaxCount = 10_000

    init(maxCount: Int = standardMaxCount) {
        self.maxCount = maxCount
    }

    /// What a listener is to be called that begins now: it tells it from another one of the same key, before or after it.
    ///
    /// - Throws: `SocketRequestError` where the client listens too often already.
    mutating func nextNumber() throws(SocketRequestError) -> Int {
        for (key, number) in revoked.taken() where listeners[key]?.number == number { listeners[key] = nil }
        guard listeners.count < maxCount else { throw SocketRequestError("A client listens at most \(maxCount) times.") }
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ key: Key, _ id: ListenerID, number: Int) {
        listeners[key] = Listener(id: id, number: number)
    }

    /// - Returns: the one that there was, which goes on until it is ended.
    mutating func remove(_ key: Key) -> ListenerID? { listeners.removeValue(forKey: key)?.id }

    mutating func removeAll() -> [ListenerID] {
        defer { listeners = [:] }
        return listeners.values.map(\.id)
    }

    /// - Parameter mayStay: whether a listener goes on; it ended if not.
    mutating func keep(where mayStay: (Key, ListenerID) -> Bool) {
        for (key, listener) in listeners where !mayStay(key, listener.id) { listeners[key] = nil }
    }
}
