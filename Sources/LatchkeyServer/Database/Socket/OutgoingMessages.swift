// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits to be sent to one client, in order.
///
/// Whoever puts something in never waits; a client that does not read is dropped when as much as `maxBytes` waits for it, or when too
/// much waits for everybody together, so that it costs the server no more than that.
final class OutgoingMessages: Sendable {
    private struct State {
        var bytes: ClientBytes
        var isOver = false
    }

    private let state: Mutex<State>
    private let hangUp: @Sendable () -> Void
    private let continuation: AsyncStream<[UInt8]>.Continuation
    let messages: AsyncStream<[UInt8]>

    /// Bytes that may wait: a large node, and many changes after it.
    static let standardMaxBytes = 64 * 1024 * 1024

    /// - Parameter hangUp: closes the connection: who sends to a client that does not read waits for it, and would for ever.
    init(maxBytes: Int = standardMaxBytes, everybody: WaitingBytes = .everybody, hangUp: @escaping @Sendable () -> Void) {
        state = Mutex(State(bytes: ClientBytes(maxBytes: maxBytes, everybody: everybody)))
        self.hangUp = hangUp
        (messages, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    }

    deinit {
        state.withLock { $0.bytes.removeAll() }
    }

    func send(_ message: [UInt8]) {
        let (fits, isTooMuch) = state.withLock { state in
            guard !state.isOver else { return (false, false) }
            state.isOver = !state.bytes.add(message)
            return (!state.isOver, state.isOver)
        }
        if fits { continuation.yield(message) }
        guard isTooMuch else { return }
        continuation.finish()
        hangUp()
    }

    /// To be called with each message that was sent.
    func sent(_ message: [UInt8]) {
        state.withLock { $0.bytes.remove(message.count) }
    }

    /// Nothing more is taken in; what waits is still sent.
    func finish() {
        state.withLock { $0.isOver = true }
        continuation.finish()
    }
}
