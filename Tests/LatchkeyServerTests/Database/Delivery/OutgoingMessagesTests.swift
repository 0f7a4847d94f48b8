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
        while case .messages(let messages) = outgoing.take() { waiting += messages.joined().count }
        #expect(waiting == 90)
    }

    @Test func whoReadsIsSentAnyNumber() async {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        for _ in 0..<10 {
            let message = [UInt8](repeating: 1, count: 90)
            outgoing.send(message)
            outgoing.sent([message])
        }
        outgoing.finish()
        var received = 0
        while case .messages(let messages) = outgoing.take() { received += messages.count }
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
            reader.sent([message])
        }
        #expect(calls.number == 10)
        silent = []
        #expect(!everybody.isTooMuch(for: .max))
    }

    @Test func whatWaitsIsSentTogetherInItsOrder() {
        let outgoing = OutgoingMessages {}
        let messages = (0..<200).map { [UInt8](repeating: UInt8($0), count: 1000) } + [[UInt8](repeating: 255, count: 300_000), [1]]
        for message in messages { outgoing.send(message) }
        outgoing.finish()
        var received: [[UInt8]] = []
        var times = 0
        while case .messages(let batch) = outgoing.take() {
            #expect(batch.count == 1 || batch.joined().count <= 65_536)
            received += batch
            times += 1
        }
        #expect(received == messages)
        #expect(times < 10, "many small ones at once")
    }

    @Test func whoFoundNothingIsWokenOnceAndAtTheEnd() {
        let calls = Calls()
        let outgoing = OutgoingMessages {}
        outgoing.begin(calls.count)
        #expect(outgoing.take() == .nothing)
        outgoing.send([1])
        outgoing.send([2])
        #expect(calls.number == 2, "at the beginning, and for the first")
        #expect(outgoing.take() == .messages([[1], [2]]))
        outgoing.send([3])
        #expect(calls.number == 2, "who takes still finds it")
        #expect(outgoing.take() == .messages([[3]]))
        #expect(outgoing.take() == .nothing)
        outgoing.finish()
        #expect(calls.number == 3)
        #expect(outgoing.take() == .end)
    }

    @Test func theLastWordTakesThePlaceOfWhatWaits() {
        let calls = Calls()
        let everybody = WaitingBytes(maxBytes: 0, share: 0)
        let outgoing = OutgoingMessages(everybody: everybody, hangUp: calls.count)
        outgoing.begin {}
        outgoing.send([1, 2, 3])
        outgoing.finish()
        outgoing.finish(saying: [4])
        outgoing.send([5])
        #expect(outgoing.take() == .messages([[4]]))
        outgoing.sent([[4]])
        #expect(outgoing.take() == .end)
        #expect(!everybody.isTooMuch(for: 1), "what was not sent does not wait any more")
        #expect(calls.number == 0)
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
