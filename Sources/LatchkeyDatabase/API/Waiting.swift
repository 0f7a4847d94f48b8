import Synchronization

/// Waits for a result that is delivered to a callback. Canceling the task only ends the waiting; the operation continues.
///
/// - Throws: The error of the result, or `CancellationError`.
func answer<Value: Sendable>(
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
        let answer: Result<Value, any Error>? = state.withLock { state in
            if case .answered(let answer) = state { return answer }
            state = .waiting(continuation)
            return nil
        }
        if let answer { continuation.resume(with: answer) }
    }

    func give(_ answer: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .new: state = .answered(answer)
            case .waiting(let continuation):
                state = .answered(answer)
                return continuation
            case .answered: break
            }
            return nil
        }
        continuation?.resume(with: answer)
    }
}
