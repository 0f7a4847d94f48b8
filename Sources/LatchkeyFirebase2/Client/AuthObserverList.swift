import LatchkeyAuth

/// Names an observer, to remove it again.
public typealias FirebaseHandle = UInt

/// Who wants to hear who is signed in, and what each heard last.
struct AuthObserverList: Sendable {
    typealias Block = @MainActor @Sendable (FAuthData?) -> Void

    private struct Observer {
        let continuation: AsyncStream<FAuthData?>.Continuation
        let task: Task<Void, Never>
        var last: FAuthData?
    }

    private var observers: [FirebaseHandle: Observer] = [:]
    private var lastHandle: FirebaseHandle = 0

    /// Adds an observer, which is told the present state first.
    mutating func add(_ block: @escaping Block, present: FAuthData?) -> FirebaseHandle {
        lastHandle += 1
        let (stream, continuation) = AsyncStream.makeStream(of: FAuthData?.self)
        let task = Task { @MainActor in
            for await authData in stream where !Task.isCancelled { block(authData) }
        }
        observers[lastHandle] = Observer(continuation: continuation, task: task, last: present)
        continuation.yield(present)
        return lastHandle
    }

    mutating func remove(_ handle: FirebaseHandle) {
        guard let observer = observers.removeValue(forKey: handle) else { return }
        observer.task.cancel()
        observer.continuation.finish()
    }

    /// Tells those to whom it is another person, or the same in another way. A renewed token is no news.
    mutating func tell(_ authData: FAuthData?) {
        for (handle, observer) in observers where !FAuthData.isSamePerson(observer.last, authData) {
            observers[handle]?.last = authData
            observer.continuation.yield(authData)
        }
    }
}
