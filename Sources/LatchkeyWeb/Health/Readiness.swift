import Foundation
package import LatchkeyIdentity
package import Logging
import Synchronization

/// Checks what works of the store. It reads and writes the store at most once a second, because anyone can request the check.
///
/// Scope: one node.
public final class Readiness: Sendable {
    private static let validSeconds = 1.0
    /// The time after which a store that does not respond counts as one that does not work.
    private static let patience = Duration.seconds(5)

    private struct Finding {
        let at: Double
        let condition: StoreCondition
    }

    private struct State {
        var last: Finding?
        /// Requests that arrive during a check wait for its result.
        var running: Task<StoreCondition, Never>?
        /// The number of the last check that has begun, has read, and has ended.
        var begun = 0, read = 0, ended = 0

        /// Whether the last check did not end in time, and still waits for the store. No other one begins meanwhile.
        var isStalled: Bool { running == nil && ended < begun }
    }

    private let store: any AccountStore
    private let now: WallClock
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// - Parameter sleep: Returns once the store has had enough time to respond.
    package init(
        store: any AccountStore, now: @escaping WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.store = store
        self.now = now
        self.sleep = sleep
    }

    /// The result of the last check; nil before the first one.
    package var last: StoreCondition? { state.withLock { $0.last?.condition } }

    /// Returns the result of a check in this second.
    package func check(logger: Logger) async -> StoreCondition {
        let at = now().timeIntervalSince1970
        let task = state.withLock { state -> Task<StoreCondition, Never> in
            if let running = state.running { return running }
            if let last = state.last, state.isStalled || abs(at - last.at) < Self.validSeconds { return Task { last.condition } }
            state.begun += 1
            let task = Task { [number = state.begun] in await check(number, at: at, logger: logger) }
            state.running = task
            return task
        }
        return await task.value
    }

    /// Checks the store, which can take as long as a change may wait for a standby. After the patience, the check continues by itself.
    private func check(_ number: Int, at: Double, logger: Logger) async -> StoreCondition {
        let (results, result) = AsyncStream.makeStream(of: StoreCondition.self)
        Task {
            let condition = await check(number)
            state.withLock { state in
                state.ended = number
                (state.running, state.last) = (nil, Finding(at: at, condition: condition))
            }
            result.yield(condition)
        }
        let timer = Task {
            try await sleep(Self.patience)
            if let condition = late(number, at: at) { result.yield(condition) }
        }
        defer { timer.cancel() }
        // One of the two results comes.
        for await condition in results {
            log(condition, to: logger)
            return condition
        }
        return StoreCondition(.unavailable, cause: "the check has ended")
    }

    /// Notes that a check did not end in time; `nil` if it has just ended.
    private func late(_ number: Int, at: Double) -> StoreCondition? {
        state.withLock { state in
            guard state.ended < number else { return nil }
            let hasRead = state.read == number
            let cause = "the store did not \(hasRead ? "confirm a change" : "respond") within \(Self.patience)"
            let condition = StoreCondition(hasRead ? .readOnly : .unavailable, cause: cause)
            (state.running, state.last) = (nil, Finding(at: at, condition: condition))
            return condition
        }
    }

    private func log(_ condition: StoreCondition, to logger: Logger) {
        guard let cause = condition.cause else { return }
        logger.error("the store cannot be \(condition.state == .readOnly ? "written" : "read")", metadata: ["cause": "\(cause)"])
    }

    private func check(_ number: Int) async -> StoreCondition {
        do {
            _ = try await store.read { try $0.project(.standard) }
        } catch {
            return StoreCondition(.unavailable, cause: "\(error)")
        }
        state.withLock { $0.read = number }
        do {
            try await store.write { try $0.proveWritable() }
        } catch {
            return StoreCondition(.readOnly, cause: "\(error)")
        }
        return StoreCondition(.working)
    }
}
