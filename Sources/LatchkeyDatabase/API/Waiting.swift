import Synchronization

/// Waits for an answer that comes by a call. The end of the task ends the waiting alone: what was asked for goes on.
///
/// - Throws: what the answer says, or `CancellationError`.
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

/// Somebody who waits for one answer; others after the first are for nobody.
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
