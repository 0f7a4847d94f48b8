import LatchkeyTree
import NIOCore
import Synchronization

/// What takes long happens a few at a time, in the order in which it was asked for, so that what takes no time always finds a core.
///
/// For what computes, or waits for what ends by itself; who waits for a client in its turn would keep all others from theirs.
package final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
    }

    private let state: Mutex<State>

    /// One process has so many cores.
    package static let everybody = Turns(width: max(1, System.coreCount / 2))
    /// Work on no more than this number of bytes takes milliseconds.
    static let smallBytes = 256 * 1024

    /// - Parameter width: how many have their turn at once.
    init(width: Int) {
        state = Mutex(State(free: width))
    }

    /// Whether reading and deciding a message of so many bytes takes a turn: hundredths of a second rather than thousandths.
    package static func isLarge(_ bytes: Int) -> Bool { bytes > smallBytes }

    package func take<T>(_ body: () async throws -> T) async rethrows -> T {
        await begin()
        defer { end() }
        return try await body()
    }

    /// Takes a turn off the connection's thread, which other connections share.
    func takeElsewhere<T>(_ body: () throws -> T) async rethrows -> T {
        try await take { try await withTaskExecutorPreference(globalConcurrentExecutor) { try body() } }
    }

    /// Works on a tree: at once if it is small, otherwise in a turn off the connection's thread.
    func take<T>(for node: Node, _ body: () throws -> T) async rethrows -> T {
        guard Self.isLarge(node.estimatedBytes) else { return try body() }
        return try await takeElsewhere(body)
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
