import LatchkeyPostgres
import Logging
import ServiceLifecycle

/// Runs a service at one node at a time. Another node continues with it if this one stops or fails.
struct OneNode<Work: Service & CustomStringConvertible>: Service, CustomStringConvertible {
    /// The name in logs.
    var description: String { work.description }

    let work: Work
    let turn: PostgresTurn

    private static var interval: Duration { .seconds(1) }

    func run() async throws {
        defer { turn.close() }
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            if await turn.take(), try await workWhileItIsOurTurn() { return }
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
        }
    }

    /// - Returns: Whether the service has ended; otherwise another node may have the turn.
    private func workWhileItIsOurTurn() async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await work.run()
                return true
            }
            group.addTask {
                repeat { try await Task.sleep(for: Self.interval) } while await turn.take()
                return false
            }
            let hasEnded = try await group.next() ?? true
            group.cancelAll()
            // The other task ends with an error, because it was cancelled.
            while let _ = try? await group.next() {}
            return hasEnded
        }
    }
}
