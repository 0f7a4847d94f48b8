package import NIOCore
import Synchronization

/// The connections of one port. A network has its share of them, the oldest that sent no request gives way when the port is full, and one
/// that sends none in time is closed.
public final class ConnectionRegister: Sendable {
    private struct State {
        var book: ConnectionBook<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: Mutex<State>
    private let uncounted: [AddressRange]
    private let countsThisMachine: Bool

    /// How long a connection may take to send its first request.
    static let firstRequestTimeout = TimeAmount.seconds(10)
    /// One network holds at most this part of the port's connections.
    static let networks = 4

    /// - Parameters:
    ///   - capacity: How many connections the port holds before the oldest silent one gives way.
    ///   - trustedProxies: Their connections are many people's, and counted for no network.
    public init(capacity: Int, trustedProxies: [AddressRange], countsThisMachine: Bool = false) {
        state = Mutex(State(book: ConnectionBook(capacity: capacity, share: max(1, capacity / Self.networks))))
        uncounted = trustedProxies
        self.countsThisMachine = countsThisMachine
    }

    /// A connection was opened. It is closed at once where its network holds its share.
    package func open(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let network = network(of: channel)
        let closed = state.withLock { state -> (any Channel)? in
            switch state.book.open(id, from: network) {
            case .refused: return channel
            case .stays:
                state.channels[id] = channel
                return nil
            case .replaces(let victim):
                state.channels[id] = channel
                return state.channels.removeValue(forKey: victim)
            }
        }
        closed?.close(promise: nil)
        let deadline = channel.eventLoop.scheduleTask(in: Self.firstRequestTimeout) { [weak self] in
            if self?.isSilent(id) == true { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { [weak self] _ in
            deadline.cancel()
            self?.leave(id)
        }
    }

    /// The head of a request came.
    package func spoke(_ channel: any Channel) {
        state.withLock { state in
            state.book.spoke(ObjectIdentifier(channel))
        }
    }

    private func isSilent(_ id: ObjectIdentifier) -> Bool { state.withLock { $0.book.isSilent(id) } }

    private func leave(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.book.leave(id)
            state.channels[id] = nil
        }
    }

    private func network(of channel: any Channel) -> String? {
        guard let address = channel.remoteAddress?.ipAddress else { return nil }
        let network = AddressRange.network(of: address)
        // An IPv4 address that is written as one of IPv6 (`::ffff:127.0.0.1`) is the IPv4 address.
        let plain = network.contains("/") ? address : network
        guard countsThisMachine || !AddressRange.isLoopback(plain), !uncounted.contains(where: { $0.contains(plain) }) else { return nil }
        return network
    }
}
