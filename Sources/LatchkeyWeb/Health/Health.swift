import Foundation
package import Hummingbird
package import LatchkeyIdentity
import LatchkeyWire
import Logging
import Synchronization

/// The health checks: `/healthz` reports that the server runs, `/readyz` that it can read and write its store.
package struct Health: Sendable {
    let readiness: Readiness

    package init(store: any AccountStore, now: @escaping WallClock) { readiness = Readiness(store: store, now: now) }

    package struct Report: Codable {
        let status: String
    }

    /// The path of the liveness check.
    package static let path = "/healthz"

    package func add(to router: Router<ServerContext>) {
        let alive = Result { try WireEncoder.encode(Report(status: "ok")) }
        router.get(RouterPath(Self.path)) { _, _ in Response.json(bytes: try alive.get()) }
        router.get("/readyz") { _, context in
            if await readiness.isReady(logger: context.logger) { return try Response.json(Report(status: "ready")) }
            return try Response.json(Report(status: "unavailable"), status: .serviceUnavailable)
        }
    }
}

/// The readiness check. It reads and writes the store at most once a second, because anyone can call it.
final class Readiness: Sendable {
    static let validSeconds = 1.0

    private struct Finding {
        let at: Double
        let isReady: Bool
    }

    private let store: any AccountStore
    private let now: WallClock
    private struct State {
        var last: Finding?
        /// Requests that arrive during a check wait for its result.
        var running: Task<Bool, Never>?
    }

    private let state = Mutex(State())

    init(store: any AccountStore, now: @escaping WallClock) {
        self.store = store
        self.now = now
    }

    func isReady(logger: Logger) async -> Bool {
        let at = now().timeIntervalSince1970
        let task = state.withLock { state -> Task<Bool, Never> in
            if let running = state.running { return running }
            if let last = state.last, abs(at - last.at) < Self.validSeconds { return Task { last.isReady } }
            let task = Task { await check(at, logger) }
            state.running = task
            return task
        }
        return await task.value
    }

    private func check(_ at: Double, _ logger: Logger) async -> Bool {
        let isReady: Bool
        do {
            _ = try await store.read { try $0.project(.standard) }
            try await store.write { try $0.proveWritable() }
            isReady = true
        } catch {
            logger.error("the store cannot be read and written", metadata: ["cause": "\(error)"])
            isReady = false
        }
        state.withLock { $0 = State(last: Finding(at: at, isReady: isReady)) }
        return isReady
    }
}
