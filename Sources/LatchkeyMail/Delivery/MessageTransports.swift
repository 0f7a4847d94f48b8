public import LatchkeyIdentity
import Synchronization

/// The transport of each channel, which can be replaced while messages are delivered. A running delivery keeps its transport.
///
/// Scope: one node.
public final class MessageTransports: Sendable {
    private let transports: Mutex<[OutboxMessage.Channel: any MessageTransport]>

    /// Creates the transports. Messages of other channels stay in the outbox.
    public init(_ transports: [OutboxMessage.Channel: any MessageTransport]) {
        self.transports = Mutex(transports)
    }

    /// Replaces all transports.
    public func replace(with transports: [OutboxMessage.Channel: any MessageTransport]) {
        self.transports.withLock { $0 = transports }
    }

    /// The channels that have a transport.
    var channels: [OutboxMessage.Channel] { transports.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } } }

    func transport(of channel: OutboxMessage.Channel) -> (any MessageTransport)? { transports.withLock { $0[channel] } }
}
