import Synchronization

/// The limit for bytes queued in memory for all clients, over the connections of both ports.
///
/// Scope: one node, whose memory it protects.
///
/// Each client has its own limit, but many clients that do not read would still fill the memory. When too much is queued, the clients that
/// have read nothing for the longest time are disconnected.
package final class OutgoingBytes: Sendable {
    /// One shared instance, because a process has one memory.
    package static let everybody = OutgoingBytes(maxBytes: 512 * 1024 * 1024)

    /// A receiver of messages: a connection, or a session that polls.
    package final class Client: Sendable {
        fileprivate let everybody: OutgoingBytes
        fileprivate let hangUp: @Sendable () -> Void
        private let isHungUpOn = Atomic(false)
        private let hasLeft = Atomic(false)

        /// - Parameter hangUp: Disconnects the client. Called at most once.
        package init(of everybody: OutgoingBytes, hangUp: @escaping @Sendable () -> Void) {
            self.everybody = everybody
            self.hangUp = hangUp
        }

        /// Whether the client was disconnected because too much was queued for all clients.
        package var isDropped: Bool { isHungUpOn.load(ordering: .sequentiallyConsistent) }

        /// Counts bytes that are newly queued (positive) or that the client received (negative).
        package func change(by count: Int) {
            guard count != 0 else { return }
            everybody.change(by: count, for: self)
        }

        /// Records that the client received a part of a message. The message still counts in full.
        package func noteProgress() { everybody.noteProgress(of: self) }

        /// Removes the client from the count.
        package func leave() {
            hasLeft.store(true, ordering: .sequentiallyConsistent)
            everybody.leave(self)
        }

        /// Disconnects the client unless it has left. A connection that continues after a response must not be closed because of that
        /// response.
        fileprivate func hangUpUnlessLeft() {
            if !isGone { hangUp() }
        }

        fileprivate var isGone: Bool { hasLeft.load(ordering: .sequentiallyConsistent) }

        fileprivate func drop() { isHungUpOn.store(true, ordering: .sequentiallyConsistent) }
    }

    private struct State {
        var ledger: OutgoingLedger<ObjectIdentifier>
        var clients: [ObjectIdentifier: Client] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - maxBytes: Bytes that may be queued for all clients together.
    ///   - share: Clients with no more than this queued are disconnected last.
    package init(maxBytes: Int, share: Int = 256 * 1024) {
        state = Mutex(State(ledger: OutgoingLedger(maxBytes: maxBytes, share: share)))
    }

    /// Bytes queued for all clients together.
    package var total: Int { state.withLock { $0.ledger.total } }

    private func change(by count: Int, for client: Client) {
        let id = ObjectIdentifier(client)
        let now = ContinuousClock.now
        let victims = state.withLock { state -> [Client] in
            guard !client.isDropped, !client.isGone else { return [] }
            guard count > 0 else {
                state.ledger.remove(-count, for: id, now: now)
                return []
            }
            state.clients[id] = client
            let victims = state.ledger.add(count, for: id, now: now).compactMap { state.clients.removeValue(forKey: $0) }
            for victim in victims { victim.drop() }
            return victims
        }
        guard !victims.isEmpty else { return }
        // Disconnects asynchronously, because the caller may hold the lock of one of the clients.
        Task { for victim in victims { victim.hangUpUnlessLeft() } }
    }

    private func noteProgress(of client: Client) {
        let now = ContinuousClock.now
        state.withLock { $0.ledger.remove(0, for: ObjectIdentifier(client), now: now) }
    }

    private func leave(_ client: Client) {
        let id = ObjectIdentifier(client)
        state.withLock { state in
            state.ledger.leave(id)
            state.clients[id] = nil
        }
    }
}
