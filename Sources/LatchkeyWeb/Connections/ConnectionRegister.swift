public import LatchkeyIdentity
package import NIOCore
import Synchronization

/// The connections of all ports. Each network has a maximum share. When the register is full, the oldest connection without a request is
/// closed for a new one. A connection that sends no request in time is closed.
///
/// A connection beyond these limits stays open until its first request is answered with the ``ConnectionRefusal``.
///
/// Scope: one node, whose sockets and memory it protects.
public final class ConnectionRegister: Sendable {
    private struct State {
        var book: ConnectionBook<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state: Mutex<State>
    private let uncounted: [AddressRange]
    private let countsThisMachine: Bool
    private let refused: RefusedConnections?
    /// The connections that the port of the databases leaves free, so that sign-in remains possible when listeners use up all others.
    package let signInReserve: Int

    static let firstRequestTimeout = TimeAmount.seconds(10)
    /// The number of connections that one network may have: a quarter.
    package static func share(of connections: Int) -> Int { max(1, connections / 4) }

    /// Creates an empty register.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of accepted connections.
    ///   - answered: The number of connections beyond the limits that stay open for an error response. For a further one, the oldest of
    ///     them is closed.
    ///   - trustedProxies: The addresses of proxies. They serve many clients, so their connections are not counted for a network.
    ///   - countsThisMachine: Whether connections from this machine are counted for a network.
    public convenience init(capacity: Int, answered: Int, trustedProxies: [AddressRange], countsThisMachine: Bool = false) {
        self.init(
            capacity: capacity, answered: answered, trustedProxies: trustedProxies, countsThisMachine: countsThisMachine, refused: nil)
    }

    /// - Parameter refused: Counts the connections that are rejected.
    package init(
        capacity: Int, answered: Int, trustedProxies: [AddressRange], countsThisMachine: Bool = false, refused: RefusedConnections?
    ) {
        state = Mutex(
            State(book: ConnectionBook(capacity: capacity, share: Self.share(of: capacity), answered: answered)))
        signInReserve = capacity / 16
        uncounted = trustedProxies
        self.countsThisMachine = countsThisMachine
        self.refused = refused
    }

    /// Adds a connection. Has no effect for one that was added before.
    ///
    /// - Parameter reserve: The number of connections that must remain free for another port.
    package func open(_ channel: any Channel, leaving reserve: Int = 0) {
        let id = ObjectIdentifier(channel)
        let network = network(of: channel)
        let (isNew, refusal, replaced) = state.withLock { state -> (Bool, ConnectionRefusal?, (any Channel)?) in
            guard state.channels[id] == nil else { return (false, nil, nil) }
            let verdict = state.book.open(id, from: network, leaving: reserve)
            state.channels[id] = channel
            return (true, verdict.refusal, verdict.replaced.flatMap { state.channels.removeValue(forKey: $0) })
        }
        guard isNew else { return }
        if let refusal { refused?.add(refusal) }
        replaced?.close(promise: nil)
        let deadline = channel.eventLoop.scheduleTask(in: Self.firstRequestTimeout) { [weak self] in
            if self?.isSilent(id) == true { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { [weak self] _ in
            deadline.cancel()
            self?.leave(id)
        }
    }

    /// Records that the connection has sent the head of a request.
    package func spoke(_ channel: any Channel) {
        state.withLock { state in
            state.book.spoke(ObjectIdentifier(channel))
        }
    }

    /// Returns the reason why the requests of a connection must be rejected; nil if it is accepted.
    package func refusal(of channel: any Channel) -> ConnectionRefusal? {
        state.withLock { $0.book.refusal(of: ObjectIdentifier(channel)) }
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
        // An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) counts as the IPv4 address.
        let plain = network.contains("/") ? address : network
        guard countsThisMachine || !AddressRange.isLoopback(plain), !uncounted.contains(where: { $0.contains(plain) }) else { return nil }
        return network
    }
}
