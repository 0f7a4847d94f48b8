/// The observers of an instance, each with the state that it last received.
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

    private var observers: [Int: Observer] = [:]
    private var next = 0

    /// Adds an observer, which immediately receives the current user.
    mutating func add(_ kind: Kind, _ continuation: AsyncStream<User?>.Continuation, user: User?) -> Int {
        next += 1
        observers[next] = Observer(kind: kind, continuation: continuation, last: Self.mark(kind, user))
        continuation.yield(user)
        return next
    }

    mutating func remove(_ id: Int) {
        observers[id] = nil
    }

    /// Removes all observers. The caller finishes the streams after releasing the lock.
    mutating func removeAll() -> [AsyncStream<User?>.Continuation] {
        defer { observers = [:] }
        return observers.values.map(\.continuation)
    }

    /// Notifies the observers for which the state changed.
    mutating func tell(_ user: User?) {
        for id in observers.keys {
            guard let observer = observers[id] else { continue }
            let mark = Self.mark(observer.kind, user)
            guard mark != observer.last else { continue }
            observers[id]?.last = mark
            observer.continuation.yield(user)
        }
    }

    /// Returns the values that are compared to detect a change.
    private static func mark(_ kind: Kind, _ user: User?) -> [String?] {
        switch kind {
        case .account: [user?.uid]
        case .token: [user?.uid, user?.session.tokens.current.idToken]
        }
    }
}
