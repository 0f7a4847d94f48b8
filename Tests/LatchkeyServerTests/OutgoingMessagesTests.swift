// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import LatchkeyServer

@Suite struct OutgoingMessagesTests {
    @Test func whoReadsNothingIsHungUpOnOnce() async {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        for _ in 0..<10 { outgoing.send([UInt8](repeating: 1, count: 30)) }
        #expect(calls.number == 1)
        var waiting = 0
        for await message in outgoing.messages { waiting += message.count }
        #expect(waiting == 90)
    }

    @Test func whoReadsIsSentAnyNumber() async {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        for _ in 0..<10 {
            let message = [UInt8](repeating: 1, count: 90)
            outgoing.send(message)
            outgoing.sent(message)
        }
        outgoing.finish()
        var received = 0
        for await _ in outgoing.messages { received += 1 }
        #expect((received, calls.number) == (10, 0))
    }

    @Test func manyThatReadNothingAreHungUpOnBeforeEachReachedItsLimit() {
        let calls = Calls()
        let everybody = WaitingBytes(maxBytes: 5_000_000)
        let reader = OutgoingMessages(everybody: everybody) { Issue.record("who reads is not one of them") }
        var silent: [any MessageSink] = []
        for number in 0..<10 {
            silent.append(
                number % 2 == 0
                    ? OutgoingMessages(everybody: everybody, hangUp: calls.count) : PollOutbox(everybody: everybody, hangUp: calls.count))
        }
        let message = [UInt8](repeating: 1, count: 400_000)
        for _ in 0..<10 {
            for sink in silent { sink.send(message) }
            reader.send(message)
            reader.sent(message)
        }
        #expect(calls.number == 10)
        silent = []
        #expect(!everybody.isTooMuch(for: .max))
    }

    @Test func oneLargeMessageFitsWhereNothingWaits() {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        outgoing.send([UInt8](repeating: 1, count: 1000))
        #expect(calls.number == 0)
    }
}

private final class Calls: Sendable {
    private let calls = Mutex(0)

    var number: Int { calls.withLock { $0 } }

    func count() { calls.withLock { $0 += 1 } }
}
