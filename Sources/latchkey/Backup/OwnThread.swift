import Foundation
import Synchronization

/// Work that takes minutes, for which it must not occupy a thread of the concurrency pool.
enum OwnThread {
    /// Runs an operation in a new thread.
    ///
    /// - Parameter operation: Checks the sign, which is raised when the task is cancelled.
    static func run<Result: Sendable>(_ operation: @escaping @Sendable (StopSign) throws -> Result) async throws -> Result {
        let sign = StopSign()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Swift.Result { try operation(sign) }) }
            }
        } onCancel: {
            sign.raise()
        }
    }
}

extension OwnThread {
    /// Runs an operation in a new thread. If the task is cancelled, it does not wait for the operation, which may be blocked.
    static func abandonable<Result: Sendable>(_ operation: @escaping @Sendable (StopSign) throws -> Result) async throws -> Result {
        let (results, reply) = AsyncThrowingStream.makeStream(of: Result.self)
        let sign = StopSign()
        Thread.detachNewThread {
            do {
                reply.yield(try operation(sign))
                reply.finish()
            } catch {
                reply.finish(throwing: error)
            }
        }
        for try await result in results { return result }
        sign.raise()
        throw CancellationError()
    }
}

/// Tells an operation in another thread to end.
final class StopSign: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .relaxed) }
    func raise() { raised.store(true, ordering: .relaxed) }

    /// Returns reports of progress that end the operation after the sign was raised.
    func checked(_ progress: @escaping BackupProgress) -> BackupProgress {
        { step, done in
            if self.isRaised { throw CancellationError() }
            try progress(step, done)
        }
    }
}
