import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct PollOutboxTests {
    private func text(_ reply: PollOutbox.Reply) -> [String] { reply.messages.map { String(decoding: $0, as: UTF8.self) } }

    @Test func queuedMessagesAreReturnedImmediatelyInOrder() async {
        let outbox = PollOutbox {}
        for word in ["a", "b", "c"] { outbox.send(Array(word.utf8)) }
        let first = await outbox.respond(within: .seconds(600))
        #expect(text(first) == ["a", "b", "c"])
        #expect((first.number, first.isLast) == (0, false))
    }

    @Test func pollWaitsForMessages() async {
        let outbox = PollOutbox {}
        async let reply = outbox.respond(within: .seconds(600))
        outbox.send(Array("a".utf8))
        #expect(text(await reply) == ["a"])
    }

    @Test func pollReturnsEmptyAfterItsTimeout() async {
        let outbox = PollOutbox {}
        let reply = await outbox.respond(within: .milliseconds(1))
        #expect(reply == PollOutbox.Reply(number: 0, messages: [], isLast: false))
    }

    @Test func anotherPollSendsTheFirstOneHome() async {
        let outbox = PollOutbox {}
        await withTaskGroup(of: PollOutbox.Reply.self) { group in
            for _ in 0..<8 { group.addTask { await outbox.respond(within: .seconds(600)) } }
            var replies: [PollOutbox.Reply] = []
            for await reply in group {
                replies.append(reply)
                if replies.count == 7 { outbox.finish() }
            }
            #expect(replies.map(\.number).sorted() == Array(0..<8))
            #expect(replies.filter(\.isLast).count == 1)
        }
    }

    @Test func cancelledPollReturnsImmediately() async {
        let outbox = PollOutbox {}
        let waiting = Task { await outbox.respond(within: .seconds(600)) }
        waiting.cancel()
        #expect(await waiting.value.messages.isEmpty)
    }

    @Test func responseSizeIsLimited() async {
        let outbox = PollOutbox {}
        for _ in 0..<5 { outbox.send([UInt8](repeating: 1, count: 600_000)) }
        outbox.finish()
        var replies: [PollOutbox.Reply] = []
        while replies.last?.isLast != true { replies.append(await outbox.respond(within: .seconds(600))) }
        #expect(replies.map(\.messages.count) == [2, 2, 1])
    }

    @Test func clientThatStopsPollingIsDisconnectedOnce() {
        let calls = Mutex(0)
        let outbox = PollOutbox(maxBytes: 100) { calls.withLock { $0 += 1 } }
        for _ in 0..<10 { outbox.send([UInt8](repeating: 1, count: 30)) }
        #expect(calls.withLock { $0 } == 1)
        #expect(outbox.taken().messages.count == 3)
    }

    @Test func messagesAfterAMoveUseTheNewConnection() {
        let (polls, socket) = (PollOutbox {}, PollOutbox {})
        let sink = MovableSink(polls)
        sink.send(Array("before".utf8))
        sink.move(to: socket, saying: Array("goodbye".utf8))
        sink.send(Array("after".utf8))
        let told = polls.taken()
        #expect(text(told) == ["before", "goodbye"])
        #expect(told.isLast)
        #expect(text(socket.taken()) == ["after"])
    }
}
