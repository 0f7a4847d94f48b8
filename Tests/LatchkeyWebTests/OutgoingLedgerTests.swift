import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import LatchkeyWeb

@Suite struct OutgoingLedgerTests {
    private let start = ContinuousClock.now

    private func after(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

    @Test func theSlowestClientsAreDisconnectedFirst() {
        var ledger = OutgoingLedger<String>(maxBytes: 800, share: 10)
        #expect(ledger.add(300, for: "never reads", now: after(0)).isEmpty)
        #expect(ledger.add(300, for: "read long ago", now: after(0)).isEmpty)
        ledger.remove(10, for: "read long ago", now: after(1))
        #expect(ledger.add(190, for: "reads", now: after(2)).isEmpty)
        // 300 + 290 + 190 + 100 are 880; without the first, 580 are below seven eighths of 800.
        #expect(ledger.add(100, for: "is new", now: after(3)) == ["never reads"])
        #expect(ledger.total == 580)
        #expect(ledger.add(400, for: "is new", now: after(4)) == ["read long ago"])
        #expect(ledger.total == 690)
    }

    @Test func clientsWithinTheirShareAreDisconnectedLast() {
        var ledger = OutgoingLedger<String>(maxBytes: 100, share: 20)
        _ = ledger.add(20, for: "a little, for long", now: after(0))
        _ = ledger.add(21, for: "more", now: after(9))
        #expect(ledger.add(60, for: "most", now: after(10)) == ["more"])
        #expect(ledger.add(25, for: "a little, for long", now: after(11)) == ["a little, for long"])
    }

    @Test func aClientForWhichNearlyAllWaitsIsDisconnectedAlone() {
        var ledger = OutgoingLedger<String>(maxBytes: 100, share: 10)
        _ = ledger.add(30, for: "slow", now: after(0))
        #expect(ledger.add(76, for: "backup", now: after(9)) == ["backup"])
        #expect(ledger.total == 30)
        #expect(ledger.add(75, for: "reader", now: after(9)) == ["slow"])
        // This also applies when another client's bytes exceed the limit.
        _ = ledger.add(2, for: "reader", now: after(10))
        #expect(ledger.add(30, for: "another", now: after(11)) == ["reader"])
        #expect(ledger.total == 30)
    }

    @Test func sentAndAbandonedBytesAreReleased() {
        var ledger = OutgoingLedger<String>(maxBytes: 100, share: 0)
        _ = ledger.add(90, for: "reader", now: after(0))
        ledger.remove(90, for: "reader", now: after(1))
        #expect(ledger.total == 0)
        _ = ledger.add(90, for: "leaver", now: after(2))
        ledger.leave("leaver")
        ledger.leave("leaver")
        ledger.remove(90, for: "leaver", now: after(2))
        #expect(ledger.total == 0)
        #expect(ledger.add(100, for: "next", now: after(3)).isEmpty)
    }
}

@Suite struct OutgoingBytesTests {
    /// Its connection may already carry the response to the next request.
    @Test func clientThatLeftIsNotCountedAndNotDisconnected() async {
        let everybody = OutgoingBytes(maxBytes: 100, share: 0)
        let hangUps = AsyncStream<String>.makeStream()
        func client(_ name: String) -> OutgoingBytes.Client {
            OutgoingBytes.Client(of: everybody) { hangUps.continuation.yield(name) }
        }
        let (first, second, third) = (client("first"), client("second"), client("third"))
        first.change(by: 60)
        first.leave()
        first.change(by: 60)
        #expect(everybody.total == 0)
        second.change(by: 60)
        third.change(by: 60)
        for await name in hangUps.stream {
            #expect(name == "second")
            break
        }
        #expect(everybody.total == 60)
    }
}

@Suite struct OutgoingGaugeTests {
    @Test func bytesAreCountedUntilTheyAreSent() throws {
        let everybody = OutgoingBytes(maxBytes: 1_000_000)
        let channel = EmbeddedChannel(handler: OutgoingGauge(everybody))
        channel.write(ByteBuffer(repeating: 1, count: 100_000), promise: nil)
        #expect(everybody.total == 100_000)
        channel.flush()
        #expect(everybody.total == 0)
        channel.write(ByteBuffer(repeating: 1, count: 100), promise: nil)
        #expect(everybody.total == 0, "a little is not counted")
        channel.write(ByteBuffer(repeating: 1, count: 50_000), promise: nil)
        #expect(everybody.total == 50_000)
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(everybody.total == 0, "a connection that is gone holds nothing")
    }

    @Test func slowestConnectionIsClosedAtTheLimit() async throws {
        let everybody = OutgoingBytes(maxBytes: 100_000, share: 0)
        let (slow, quick) = (NIOAsyncTestingChannel(), NIOAsyncTestingChannel())
        for channel in [slow, quick] {
            try await channel.testingEventLoop.executeInContext {
                try channel.pipeline.syncOperations.addHandler(OutgoingGauge(everybody))
            }
            try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).get()
        }
        slow.write(ByteBuffer(repeating: 1, count: 60_000), promise: nil)
        await slow.testingEventLoop.run()
        quick.write(ByteBuffer(repeating: 1, count: 60_000), promise: nil)
        await quick.testingEventLoop.run()
        // The embedded loop runs tasks from other threads only on request.
        while slow.isActive {
            await slow.testingEventLoop.run()
            await Task.yield()
        }
        #expect(quick.isActive)
        #expect(everybody.total == 60_000)
    }
}
