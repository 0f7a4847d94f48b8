import Dispatch
import Synchronization

/// A thread for calls of the system that block, so that they do not occupy a thread of the concurrency pool.
struct BlockingWork: Sendable {
    private let queue: DispatchQueue
    private let grace: DispatchTimeInterval

    /// - Parameter grace: The time that work has to end after its task was canceled. Later, the task goes on without it.
    init(_ label: String, grace: DispatchTimeInterval = .seconds(1)) {
        queue = DispatchQueue(label: label)
        self.grace = grace
    }

    /// Runs work after all earlier work.
    ///
    /// - Throws: `CancellationError` if the task was canceled and the work did not end in time. The work goes on in its thread, because a
    ///   call of the system cannot be interrupted.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let waiter = Waiter<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.begin(continuation)
                queue.async { waiter.end(with: Swift.Result { try work() }) }
            }
        } onCancel: { [grace] in
            DispatchQueue.global().asyncAfter(deadline: .now() + grace) { waiter.end(with: .failure(CancellationError())) }
        }
    }
}

/// A task that waits for work. The first result resumes it.
private final class Waiter<Result: Sendable>: Sendable {
    private enum State {
        /// It does not wait yet. A cancellation may come first.
        case new
        case ended(Swift.Result<Result, any Error>)
        case waiting(CheckedContinuation<Result, any Error>)
        case resumed
    }

    private let state = Mutex(State.new)

    func begin(_ continuation: CheckedContinuation<Result, any Error>) {
        let result = state.withLock { state -> Swift.Result<Result, any Error>? in
            guard case .ended(let result) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .resumed
            return result
        }
        if let result { continuation.resume(with: result) }
    }

    func end(with result: Swift.Result<Result, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result, any Error>? in
            switch state {
            case .new: state = .ended(result)
            case .waiting(let continuation):
                state = .resumed
                return continuation
            case .ended, .resumed: break
            }
            return nil
        }
        waiting?.resume(with: result)
    }
}
