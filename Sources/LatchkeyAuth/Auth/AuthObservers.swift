import Synchronization

/// The observers of an instance, each with the state that it last received.
///
/// Observers are notified under the lock of the instance, so that they receive changes in order. A stream that ends must therefore not take
/// that lock: see `Scripts/check-locks`. It adds its ID to ``ended`` instead.
struct AuthObservers: Sendable {
    /// The changes that an observer receives.
    enum Kind: Sendable {
        /// A change of the signed-in user.
        case account
        /// A change of the signed-in user or of the ID token.
        case token
    }

    private struct Observer {
        let kind: Kind
        let continuation: AsyncStream<User?>.Continuation
        var last: [String?]
    }

    /// The observers whose streams have ended. They are removed before the next notification.
    let ended = EndedObservers()
    private var observers: [Int: Observer] = [:]
    private var next = 0

    /// Adds an observer, which immediately receives the current user.
    mutating func add(_ kind: Kind, _ continuation: AsyncStream<User?>.Continuation, user: User?) -> Int {
        removeEnded()
        next += 1
        observers[next] = Observer(kind: kind, continuation: continuation, last: Self.mark(kind, user))
        continuation.yield(user)  // check-locks: the end of the stream takes no lock that is held here
        return next
    }

    /// Removes all observers. The caller finishes the streams after releasing the lock.
    mutating func removeAll() -> [AsyncStream<User?>.Continuation] {
        defer { observers = [:] }
        return observers.values.map(\.continuation)
    }

    /// Notifies the observers for which the state changed.
    mutating func tell(_ user: User?) {
        removeEnded()
        for id in observers.keys {
            guard let observer = observers[id] else { continue }
            let mark = Self.mark(observer.kind, user)
            guard mark != observer.last else { continue }
            observers[id]?.last = mark
            observer.continuation.yield(user)  // check-locks: the end of the stream takes no lock that is held here
        }
    }

    private mutating func removeEnded() {
        for id in ended.take() { observers[id] = nil }
    }

    /// Returns the values that are compared to detect a change.
    private static func mark(_ kind: Kind, _ user: User?) -> [String?] {
        switch kind {
        case .account: [user?.uid]
        case .token: [user?.uid, user?.session.tokens.current.idToken]
        }
    }
}

/// The IDs of observers whose streams have ended, with a lock of their own.
final class EndedObservers: Sendable {
    private let ids = Mutex<[Int]>([])

    func add(_ id: Int) { ids.withLock { $0.append(id) } }

    func take() -> [Int] {
        ids.withLock { ids in
            defer { ids = [] }
            return ids
        }
    }
}
