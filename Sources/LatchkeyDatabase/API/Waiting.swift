import Synchronization

/// Waits for a result that is delivered to a callback. Canceling the task only ends the waiting; the operation continues.
///
/// - Throws: The error of the result, or `CancellationError`.
func reply<Value: Sendable>(
    _ begin: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) async throws -> Value {
    let waiting = Waiting<Value>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            waiting.wait(continuation)
            begin { waiting.give($0) }
        }
    } onCancel: {
        waiting.give(.failure(CancellationError()))
    }
}

/// A continuation that is resumed with the first result. Later results are ignored.
private final class Waiting<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case answered(Result<Value, any Error>)
    }

    private let state = Mutex(State.new)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let reply: Result<Value, any Error>? = state.withLock { state in
            if case .answered(let reply) = state { return reply }
            state = .waiting(continuation)
            return nil
        }
        if let reply { continuation.resume(with: reply) }
    }

    func give(_ reply: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .new: state = .answered(reply)
            case .waiting(let continuation):
                state = .answered(reply)
                return continuation
            case .answered: break
            }
            return nil
        }
        continuation?.resume(with: reply)
    }
}
