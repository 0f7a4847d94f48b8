import Synchronization

/// A signal that a message was added to the outbox, so that it is delivered before the next poll.
///
/// Scope: one node, or all nodes if the store notifies them. A signal that does not arrive costs no message, because workers also poll.
public final class OutboxBell: Sendable {
    private let listeners = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let next = Atomic(0)

    /// Creates a signal for one store.
    public init() {}

    /// Notifies the listeners. Call it once the message is committed.
    public func ring() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
    }

    /// Returns a stream that yields after each signal from now on. Signals that were not consumed yet are merged into one.
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
