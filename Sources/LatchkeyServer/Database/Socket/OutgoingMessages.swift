// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What waits to be sent to one client, in order.
///
/// Whoever puts something in never waits; a client that does not read is dropped when as much as `maxBytes` waits for it, or when too
/// much waits for everybody together, so that it costs the server no more than that.
final class OutgoingMessages: Sendable {
    private struct State {
        var waiting: [[UInt8]] = []
        var bytes = 0
        var isOver = false
        var reader: CheckedContinuation<[[UInt8]], Never>?
    }

    private let state = Mutex(State())
    private let maxBytes: Int
    private let everybody: WaitingBytes
    private let hangUp: @Sendable () -> Void

    /// Bytes that may wait: a large node, and many changes after it.
    static let standardMaxBytes = 64 * 1024 * 1024
    /// What is sent at once, if more than one message waits: each time costs as much as thousands of bytes do.
    private static let batchBytes = 64 * 1024

    /// - Parameter hangUp: closes the connection: who sends to a client that does not read waits for it, and would for ever.
    init(maxBytes: Int = standardMaxBytes, everybody: WaitingBytes = .everybody, hangUp: @escaping @Sendable () -> Void) {
        self.maxBytes = maxBytes
        self.everybody = everybody
        self.hangUp = hangUp
    }

    deinit {
        everybody.remove(state.withLock { $0.bytes })
    }

    /// One message may be larger than the limit if nothing else waits: it is in memory already.
    func send(_ message: [UInt8]) {
        let (reader, isTooMuch) = state.withLock { state -> (Reader?, Bool) in
            guard !state.isOver else { return (nil, false) }
            if state.bytes > 0, state.bytes + message.count > maxBytes || everybody.isTooMuch(for: state.bytes) {
                state.isOver = true
                return (Self.reader(&state), true)
            }
            state.bytes += message.count
            everybody.add(message.count)
            state.waiting.append(message)
            return (Self.reader(&state), false)
        }
        reader?.resume()
        if isTooMuch { hangUp() }
    }

    /// What waits, in order, as soon as something does: as much as is good to send at once. Empty when all of it was sent and nothing
    /// more is to come, and for a task that is cancelled. For one reader.
    func next() async -> [[UInt8]] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let reader = state.withLock { state -> Reader? in
                    state.reader = continuation
                    return Task.isCancelled ? Self.end(&state) : Self.reader(&state)
                }
                reader?.resume()
            }
        } onCancel: {
            state.withLock { Self.end(&$0) }?.resume()
        }
    }

    /// To be called with what was sent.
    func sent(_ messages: [[UInt8]]) {
        let count = messages.reduce(0) { $0 + $1.count }
        state.withLock { $0.bytes -= count }
        everybody.remove(count)
    }

    /// Nothing more is taken in; what waits is still sent.
    func finish() {
        let reader = state.withLock { state -> Reader? in
            state.isOver = true
            return Self.reader(&state)
        }
        reader?.resume()
    }

    /// Who waits, and what for; resumed where nothing is locked.
    private struct Reader {
        let continuation: CheckedContinuation<[[UInt8]], Never>
        let batch: [[UInt8]]

        func resume() { continuation.resume(returning: batch) }
    }

    private static func reader(_ state: inout State) -> Reader? {
        guard let continuation = state.reader, !state.waiting.isEmpty || state.isOver else { return nil }
        state.reader = nil
        var (count, bytes) = (0, 0)
        while count < state.waiting.count, count == 0 || bytes + state.waiting[count].count <= batchBytes {
            bytes += state.waiting[count].count
            count += 1
        }
        defer { state.waiting.removeFirst(count) }
        return Reader(continuation: continuation, batch: Array(state.waiting[..<count]))
    }

    private static func end(_ state: inout State) -> Reader? {
        defer { state.reader = nil }
        return state.reader.map { Reader(continuation: $0, batch: []) }
    }
}
