import Synchronization

/// Tells the renewal of the certificate that ports are open, and that it need not wait for its next attempt.
///
/// Scope: one node.
final class RenewalBell: Sendable {
    private let ports: Int
    private let (opened, opens) = AsyncStream.makeStream(of: Void.self)
    private let waiting = Mutex<AsyncStream<Void>.Continuation?>(nil)

    /// - Parameter ports: The number of ports that the renewal needs.
    init(ports: Int) { self.ports = ports }

    /// Reports that a port is open.
    func portIsOpen() { opens.yield() }

    func waitForPorts() async throws {
        var count = 0
        for await _ in opened {
            count += 1
            if count == ports { return }
        }
        throw CancellationError()
    }

    /// Ends the wait for the next attempt.
    func ring() { waiting.withLock { $0 }?.yield() }

    /// Waits for the time or for ``ring()``.
    func wait(seconds: Double) async throws {
        let (rings, ringing) = AsyncStream.makeStream(of: Void.self)
        waiting.withLock { $0 = ringing }
        defer { waiting.withLock { $0 = nil } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await Task.sleep(for: .seconds(seconds)) }
            group.addTask { for await _ in rings { return } }
            try await group.next()
        }
        try Task.checkCancellation()
    }
}
