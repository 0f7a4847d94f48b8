/// Who wants to hear of changes, and what each heard last.
struct AuthObservers: Sendable {
    /// What an observer wants to hear of.
    enum Kind: Sendable {
        /// Another account, or none.
        case account
        /// The same, and every new ID token.
        case token
    }

    private struct Observer {
        let kind: Kind
        let continuation: AsyncStream<User?>.Continuation
        var last: [String?]
    }

    private var observers: [Int: Observer] = [:]
    private var next = 0

    /// Adds an observer and tells it the present state at once.
    mutating func add(_ kind: Kind, _ continuation: AsyncStream<User?>.Continuation, user: User?) -> Int {
        next += 1
        observers[next] = Observer(kind: kind, continuation: continuation, last: Self.mark(kind, user))
        continuation.yield(user)
        return next
    }

    mutating func remove(_ id: Int) {
        observers[id] = nil
    }

    /// Empties the list; the caller finishes the streams after it has let go of the lock.
    mutating func removeAll() -> [AsyncStream<User?>.Continuation] {
        defer { observers = [:] }
        return observers.values.map(\.continuation)
    }

    /// Tells everybody to whom this is news.
    mutating func tell(_ user: User?) {
        for id in observers.keys {
            guard let observer = observers[id] else { continue }
            let mark = Self.mark(observer.kind, user)
            guard mark != observer.last else { continue }
            observers[id]?.last = mark
            observer.continuation.yield(user)
        }
    }

    /// What must differ for a change to be one.
    private static func mark(_ kind: Kind, _ user: User?) -> [String?] {
        switch kind {
        case .account: [user?.uid]
        case .token: [user?.uid, user?.session.tokens.current.idToken]
        }
    }
}
