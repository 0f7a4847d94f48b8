// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits in memory to be sent, over all connections of both ports: one bound for all of it.
///
/// Each client has a limit of its own, but many clients that do not read would fill the memory all the same. When too much waits, the
/// clients that took nothing for the longest time are disconnected.
final class OutgoingBytes: Sendable {
    /// One process has one memory.
    static let everybody = OutgoingBytes(maxBytes: 512 * 1024 * 1024)

    /// What receives messages: a connection, or a session that polls.
    final class Client: Sendable {
        fileprivate let everybody: OutgoingBytes
        fileprivate let hangUp: @Sendable () -> Void
        private let isHungUpOn = Atomic(false)
        private let hasLeft = Atomic(false)

        /// - Parameter hangUp: Disconnects the client. It is called once at most.
        init(of everybody: OutgoingBytes, hangUp: @escaping @Sendable () -> Void) {
            self.everybody = everybody
            self.hangUp = hangUp
        }

        /// Whether the client was disconnected because too much waited for all clients.
        var isDropped: Bool { isHungUpOn.load(ordering: .relaxed) }

        /// Counts bytes that wait from now on (positive) or that the client took (negative).
        func change(by count: Int) {
            guard count != 0 else { return }
            everybody.change(by: count, for: self)
        }

        /// The client took a part of a message of which all still counts.
        func noteProgress() { everybody.noteProgress(of: self) }

        /// The client is gone.
        func leave() {
            hasLeft.store(true, ordering: .relaxed)
            everybody.leave(self)
        }

        /// A connection that goes on after an answer must not be closed for that answer.
        fileprivate func hangUpUnlessLeft() {
            if !hasLeft.load(ordering: .relaxed) { hangUp() }
        }

        fileprivate func drop() { isHungUpOn.store(true, ordering: .relaxed) }
    }

    private struct State {
        var ledger: OutgoingLedger<ObjectIdentifier>
        var clients: [ObjectIdentifier: Client] = [:]
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - maxBytes: Bytes that may wait for all clients together.
    ///   - share: A client for which no more than this waits is disconnected last.
    init(maxBytes: Int, share: Int = 256 * 1024) {
        state = Mutex(State(ledger: OutgoingLedger(maxBytes: maxBytes, share: share)))
    }

    /// Bytes that wait for all clients together.
    var total: Int { state.withLock { $0.ledger.total } }

    private func change(by count: Int, for client: Client) {
        let id = ObjectIdentifier(client)
        let now = ContinuousClock.now
        let victims = state.withLock { state -> [Client] in
            guard !client.isDropped else { return [] }
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
        // The caller may hold the lock of one of them.
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
