import NIOCore
import Synchronization

/// Limits how many long operations run concurrently, in the order of their arrival, so that a core is always free for short ones.
///
/// Use it for computations, and for waits that end by themselves. An operation that waits for a client would block all others.
package final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
    }

    private let state: Mutex<State>

    /// The shared limiter of the process, with half of its cores but at least one.
    package static let everybody = Turns(width: max(1, System.coreCount / 2))
    /// The number of bytes up to which an operation takes milliseconds.
    package static let smallBytes = 256 * 1024

    /// - Parameter width: The number of concurrent operations.
    package init(width: Int) {
        state = Mutex(State(free: width))
    }

    /// Whether reading and evaluating a message of this size needs a turn: hundredths of a second instead of thousandths.
    package static func isLarge(_ bytes: Int) -> Bool { bytes > smallBytes }

    package func take<T>(_ body: () async throws -> T) async rethrows -> T {
        await begin()
        defer { end() }
        return try await body()
    }

    /// Takes a turn off the connection's thread, which other connections share.
    package func takeElsewhere<T>(_ body: () throws -> T) async rethrows -> T {
        try await take { try await withTaskExecutorPreference(globalConcurrentExecutor) { try body() } }
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isNow { continuation.resume() }
        }
    }

    private func end() {
        let next = state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume()
    }
}
