import Synchronization

/// A value that is set later; readers wait until it is set or until it fails.
final class OnceValue<Value: Sendable>: Sendable {
    private enum Phase {
        case waiting([Int: CheckedContinuation<Value, any Error>])
        case known(Result<Value, any Error>)
    }

    private struct Contents {
        var phase = Phase.waiting([:])
        var nextWaiter = 0
        /// Waiters that were cancelled before they were added.
        var cancelled: Set<Int> = []
    }

    private let contents = Mutex(Contents())

    /// Sets the value; only the first call has an effect.
    func resolve(_ result: Result<Value, any Error>) {
        let waiters = contents.withLock { contents -> [CheckedContinuation<Value, any Error>] in
            guard case .waiting(let waiters) = contents.phase else { return [] }
            contents.phase = .known(result)
            return Array(waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    var value: Value {
        get async throws {
            let id = contents.withLock { contents in
                contents.nextWaiter += 1
                return contents.nextWaiter
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let known = contents.withLock { contents -> Result<Value, any Error>? in
                        switch contents.phase {
                        case .known(let result): return result
                        case .waiting(var waiters):
                            if contents.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                            waiters[id] = continuation
                            contents.phase = .waiting(waiters)
                            return nil
                        }
                    }
                    if let known { continuation.resume(with: known) }
                }
            } onCancel: {
                let waiter = contents.withLock { contents -> CheckedContinuation<Value, any Error>? in
                    guard case .waiting(var waiters) = contents.phase else { return nil }
                    let waiter = waiters.removeValue(forKey: id)
                    if waiter == nil { contents.cancelled.insert(id) }
                    contents.phase = .waiting(waiters)
                    return waiter
                }
                waiter?.resume(throwing: CancellationError())
            }
        }
    }
}
