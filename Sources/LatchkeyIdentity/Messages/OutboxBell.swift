import Synchronization

/// Rung when a message was added to the outbox, so that it need not wait for the next look at the clock.
public final class OutboxBell: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let next = Atomic(0)

    public init() {}

    /// Called once the message is committed.
    public func ring() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }

    /// Yields after each ring from now on; several that nobody has heard yet are one.
    public func rings() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = next.add(1, ordering: .relaxed).newValue
        listeners.withLock { $0[number] = continuation }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: number) }
        }
        return stream
    }
}
