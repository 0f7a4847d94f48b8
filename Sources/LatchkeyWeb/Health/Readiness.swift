import Foundation
package import LatchkeyIdentity
package import Logging
import Synchronization

/// Checks what works of the store. It reads and writes the store at most once a second, because anyone can request the check.
///
/// Scope: one node.
public final class Readiness: Sendable {
    private static let validSeconds = 1.0

    private struct Finding {
        let at: Double
        let condition: StoreCondition
    }

    private struct State {
        var last: Finding?
        /// Requests that arrive during a check wait for its result.
        var running: Task<StoreCondition, Never>?
    }

    private let store: any AccountStore
    private let now: WallClock
    private let state = Mutex(State())

    package init(store: any AccountStore, now: @escaping WallClock) {
        self.store = store
        self.now = now
    }

    /// The result of the last check; nil before the first one.
    package var last: StoreCondition? { state.withLock { $0.last?.condition } }

    /// Returns the result of a check in this second.
    package func check(logger: Logger) async -> StoreCondition {
        let at = now().timeIntervalSince1970
        let task = state.withLock { state -> Task<StoreCondition, Never> in
            if let running = state.running { return running }
            if let last = state.last, abs(at - last.at) < Self.validSeconds { return Task { last.condition } }
            let task = Task {
                let condition = await check()
                if let cause = condition.cause {
                    logger.error(
                        "the store cannot be \(condition.state == .readOnly ? "written" : "read")", metadata: ["cause": "\(cause)"])
                }
                self.state.withLock { $0 = State(last: Finding(at: at, condition: condition)) }
                return condition
            }
            state.running = task
            return task
        }
        return await task.value
    }

    private func check() async -> StoreCondition {
        do {
            _ = try await store.read { try $0.project(.standard) }
        } catch {
            return StoreCondition(.unavailable, cause: "\(error)")
        }
        do {
            try await store.write { try $0.proveWritable() }
        } catch {
            return StoreCondition(.readOnly, cause: "\(error)")
        }
        return StoreCondition(.working)
    }
}
