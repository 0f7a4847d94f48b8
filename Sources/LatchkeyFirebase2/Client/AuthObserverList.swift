import LatchkeyAuth

/// The handle of an observer, for removing it.
public typealias FirebaseHandle = UInt

/// The observers of the signed-in user, each with the value that it last received.
struct AuthObserverList: Sendable {
    typealias Block = @MainActor @Sendable (FAuthData?) -> Void

    private struct Observer {
        let continuation: AsyncStream<FAuthData?>.Continuation
        let task: Task<Void, Never>
        var last: FAuthData?
    }

    private var observers: [FirebaseHandle: Observer] = [:]
    private var lastHandle: FirebaseHandle = 0

    /// Adds an observer, which receives the current state first.
    mutating func add(_ block: @escaping Block, present: FAuthData?) -> FirebaseHandle {
        lastHandle += 1
        let (stream, continuation) = AsyncStream.makeStream(of: FAuthData?.self)
        let task = Task { @MainActor in
            for await authData in stream where !Task.isCancelled { block(authData) }
        }
        observers[lastHandle] = Observer(continuation: continuation, task: task, last: present)
        continuation.yield(present)  // check-locks: the stream has no handler of its end
        return lastHandle
    }

    mutating func remove(_ handle: FirebaseHandle) {
        guard let observer = observers.removeValue(forKey: handle) else { return }
        observer.task.cancel()
        observer.continuation.finish()
    }

    /// Notifies the observers for which the user or the provider changed. A renewed token is not a change.
    mutating func tell(_ authData: FAuthData?) {
        for (handle, observer) in observers where !FAuthData.isSamePerson(observer.last, authData) {
            observers[handle]?.last = authData
            observer.continuation.yield(authData)  // check-locks: the stream has no handler of its end
        }
    }
}
