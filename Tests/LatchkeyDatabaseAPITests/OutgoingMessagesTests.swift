import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

@Suite struct OutgoingMessagesTests {
    private func batch(_ outgoing: OutgoingMessages) -> OutgoingMessages.Batch? {
        if case .batch(let batch) = outgoing.take() { batch } else { nil }
    }

    @Test func clientThatReadsNothingIsDisconnectedOnce() async {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        for _ in 0..<10 { outgoing.send([UInt8](repeating: 1, count: 30)) }
        #expect(calls.number == 1)
        var waiting = 0
        while case .batch(let batch) = outgoing.take() { waiting += batch.messages.joined().count }
        #expect(waiting == 90)
    }

    @Test func readingClientReceivesAnyNumberOfMessages() throws {
        let calls = Calls()
        let outgoing = OutgoingMessages(maxBytes: 100, hangUp: calls.count)
        for _ in 0..<10 {
            outgoing.send([UInt8](repeating: 1, count: 90))
            let batch = try #require(self.batch(outgoing))
            #expect(batch.messages.joined().count == 90)
        }
        #expect(calls.number == 0)
    }

    /// The first clients have waited longest.
    @Test func totalLimitDisconnectsTheSlowestClients() async throws {
        let everybody = OutgoingBytes(maxBytes: 5_000_000)
        let reader = OutgoingMessages(everybody: everybody) { Issue.record("A client that reads was disconnected.") }
        let message = [UInt8](repeating: 1, count: 400_000)
        let (gone, hangUps) = AsyncStream.makeStream(of: Int.self)
        var silent: [any MessageSink] = []
        for number in 0..<20 {
            let hangUp: @Sendable () -> Void = { hangUps.yield(number) }
            silent.append(
                number % 2 == 0
                    ? OutgoingMessages(everybody: everybody, hangUp: hangUp) : PollOutbox(everybody: everybody, hangUp: hangUp))
            silent[number].send(message)
            reader.send(message)
            guard case .large(let taken) = reader.take() else {
                Issue.record("A message of 400,000 bytes is sent in parts.")
                return
            }
            reader.noteProgress()
            reader.sent(taken)
            #expect(everybody.total <= 5_000_000)
        }
        // 12 messages of 400,000 bytes fit, less 4,096 uncounted bytes each; then room is made for an eighth of the limit. With the
        // reader's message, the limit is exceeded at the 12th client and every second one after it: five times, for two clients each.
        var first: [Int] = []
        for await number in gone {
            first.append(number)
            if first.count == 10 { break }
        }
        #expect(first.sorted() == Array(0..<10), "those for which bytes are queued the longest, in any order")
        silent[0].send([1])
        #expect(everybody.total <= 5_000_000)
        silent = []
        #expect(everybody.total == 0)
    }

    @Test func queuedMessagesAreBatchedInOrder() {
        let outgoing = OutgoingMessages {}
        let messages = (0..<200).map { [UInt8](repeating: UInt8($0), count: 1000) } + [[UInt8](repeating: 255, count: 300_000), [1]]
        for message in messages { outgoing.send(message) }
        outgoing.finish()
        var received: [[UInt8]] = []
        var times = 0
        sending: while true {
            times += 1
            switch outgoing.take() {
            case .batch(let batch):
                #expect(batch.messages.joined().count <= 65_536)
                received += batch.messages
            case .large(let message):
                #expect(message.count == 300_000)
                received.append(message)
                outgoing.sent(message)
            case .nothing, .end: break sending
            }
        }
        #expect(received == messages)
        #expect(times < 10, "many small ones at once")
    }

    @Test func idleReaderIsWokenOncePerBatchAndAtTheEnd() {
        let calls = Calls()
        let outgoing = OutgoingMessages {}
        outgoing.begin(calls.count)
        #expect(outgoing.take() == .nothing)
        outgoing.send([1])
        outgoing.send([2])
        #expect(calls.number == 2, "at the beginning, and for the first")
        #expect(outgoing.take() == .batch(.init(messages: [[1], [2]], isLast: true)))
        outgoing.send([3])
        #expect(calls.number == 3, "who took all is asleep")
        #expect(outgoing.take() == .batch(.init(messages: [[3]], isLast: true)))
        #expect(outgoing.take() == .nothing)
        outgoing.send([4])
        outgoing.finish()
        #expect(calls.number == 5)
        #expect(outgoing.take() == .batch(.init(messages: [[4]], isLast: false)), "the end is still to come")
        #expect(outgoing.take() == .end)
    }

    @Test func finalMessageReplacesTheQueue() {
        let calls = Calls()
        let everybody = OutgoingBytes(maxBytes: 100_000)
        let outgoing = OutgoingMessages(everybody: everybody, hangUp: calls.count)
        outgoing.begin {}
        outgoing.send([UInt8](repeating: 1, count: 10_000))
        #expect(everybody.total > 0)
        outgoing.finish()
        outgoing.finish(saying: [4])
        outgoing.send([5])
        #expect(outgoing.take() == .batch(.init(messages: [[4]], isLast: false)))
        #expect(outgoing.take() == .end)
        #expect(everybody.total == 0, "what was not sent does not wait any more")
        #expect(calls.number == 0)
    }

    @Test func singleLargeMessageIsAccepted() {
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
