import HTTPTypes
import Hummingbird
import LatchkeyServerTestSupport
import LatchkeyTree
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

@Suite(.timeLimit(.minutes(5))) struct NodeResponseTests {
    /// About 900 KB of JSON.
    private static let large: Node = {
        (0..<10_000).reduce(Node.empty) { node, number in
            (try? node.setting(.leaf(.string("text \(number) " + String(repeating: "é", count: 40))), at: TreePath("k\(number)"))) ?? node
        }
    }()

    /// Receives the output of a body, and calls a closure after each piece.
    private final class Client: ResponseBodyWriter {
        let text = Mutex<[UInt8]>([])
        let counts = Mutex<[Int]>([])
        private let afterPiece: @Sendable (Int) async throws -> Void

        init(afterPiece: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
            self.afterPiece = afterPiece
        }

        func write(_ buffer: ByteBuffer) async throws {
            text.withLock { $0 += Array(buffer: buffer) }
            let number = counts.withLock { counts in
                counts.append(buffer.readableBytes)
                return counts.count
            }
            try await afterPiece(number)
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test(arguments: [false, true]) func longResponseIsSentInPieces(isPretty: Bool) async throws {
        let result = NodeResponse(node: Self.large, isPretty: isPretty, turns: Turns(width: 1)).response(on: EmbeddedChannel())
        #expect(result.body.contentLength == nil)
        let client = Client()
        try await result.body.write(client)
        #expect(client.counts.withLock { $0.count > 10 && $0.dropLast().allSatisfy { (65_536..<140_000).contains($0) } })
        let text = client.text.withLock { $0 }
        #expect(try Node(json: text) == Self.large)
        #expect(text.prefix(8) == (isPretty ? Array("{\n  \"k0\"".utf8)[...] : Array("{\"k0\":\"t".utf8)[...]))
    }

    @Test func shortResponseHasAContentLength() async throws {
        let node = try Node(json: Array(#"{"a":1}"#.utf8))
        let result = NodeResponse(node: node, turns: Turns(width: 1)).response(on: EmbeddedChannel())
        #expect(result.body.contentLength == 7)
    }

    @Test func everyPieceButTheFirstWaitsForATurn() async throws {
        let turns = Turns(width: 1)
        let log = Mutex<[String]>([])
        let (firstPiece, wrote) = AsyncStream.makeStream(of: Void.self)
        let (isTaken, took) = AsyncStream.makeStream(of: Void.self)
        let other = Task {
            await turns.take {
                took.finish()
                for await _ in firstPiece { break }
                log.withLock { $0.append("the other's turn ends") }
            }
        }
        for await _ in isTaken {}
        let client = Client { number in
            log.withLock { $0.append("piece \(number)") }
            if number == 1 { wrote.finish() }
        }
        try await NodeResponse(node: Self.large, turns: turns).response(on: EmbeddedChannel()).body.write(client)
        await other.value
        #expect(log.withLock { Array($0.prefix(3)) } == ["piece 1", "the other's turn ends", "piece 2"])
    }

    @Test func aClientThatTakesNoPieceIsDisconnected() async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).get()
        struct Gone: Error {}
        let result = NodeResponse(node: Self.large, turns: Turns(width: 1)).response(on: channel)
        let client = Client { number in
            guard number == 3 else { return }
            await channel.testingEventLoop.advanceTime(by: .seconds(59))
            #expect(channel.isActive)
            await channel.testingEventLoop.advanceTime(by: .seconds(2))
            #expect(!channel.isActive)
            throw Gone()
        }
        await #expect(throws: Gone.self) { try await result.body.write(client) }
    }

    @Test func wholeResponseEndsWithTheErrorOfItsCheck() async throws {
        struct TooLate: Error {}
        var checks = 0
        await #expect(throws: TooLate.self) {
            _ = try await NodeResponse(node: Self.large, turns: Turns(width: 1)).wholeResponse(on: EmbeddedChannel()) {
                checks += 1
                if checks == 5 { throw TooLate() }
            }
        }
        let whole = try await NodeResponse(node: Self.large, turns: Turns(width: 1)).wholeResponse(on: EmbeddedChannel()) {}
        #expect(whole.body.contentLength == Self.large.json().utf8.count)
    }

    @Test func aWholeTextCountsUntilItWasSent() async throws {
        let outgoing = OutgoingBytes(maxBytes: 2_000_000)
        let result = NodeResponse(node: Self.large, turns: Turns(width: 1), outgoing: outgoing)
        let count = Self.large.json().utf8.count
        var response: Response? = try await result.wholeResponse(on: EmbeddedChannel()) {}
        #expect(outgoing.total == count)
        let client = Client()
        try await response?.body.write(client)
        #expect(client.text.withLock { $0.count } == count)
        #expect(client.counts.withLock { $0.allSatisfy { $0 <= 65_536 } }, "each piece has a time limit of its own")
        response = nil
        #expect(outgoing.total == 0)
    }

    @Test func aWholeTextIsRefusedWhereTooMuchWaits() async throws {
        let result = NodeResponse(node: Self.large, turns: Turns(width: 1), outgoing: OutgoingBytes(maxBytes: 300_000))
        let error = await #expect(throws: DatabaseRefusal.self) { _ = try await result.wholeResponse(on: EmbeddedChannel()) {} }
        #expect(error?.response.status == .serviceUnavailable)
    }

    /// Only this response keeps the previous version in memory, except for the data that both versions share.
    @Test func replacedDataCountsUntilItIsSent() async throws {
        let outgoing = OutgoingBytes(maxBytes: 64_000_000)
        let large = Self.large
        let current = Mutex(large)
        let totals = Mutex<[Int]>([])
        // An hour passes with each piece, and none during a comparison, which would postpone the next one.
        let hour = Duration.seconds(3600)
        let clock = Mutex(ContinuousClock.now)
        let client = Client { number in
            clock.withLock { $0 = $0.advanced(by: hour) }
            totals.withLock { $0.append(outgoing.total) }
            if number == 2 { current.withLock { $0 = (try? $0.setting(.leaf(.boolean(true)), at: TreePath("k1"))) ?? $0 } }
            if number == 4 { current.withLock { $0 = .empty } }
        }
        do {
            let result = NodeResponse(
                node: large, turns: Turns(width: 1), outgoing: outgoing, current: { current.withLock(\.self) }, interval: hour,
                now: { clock.withLock(\.self) })
            try await result.response(on: NIOAsyncTestingChannel()).body.write(client)
        }
        let counts = totals.withLock { Array($0.prefix(6)) }
        #expect(counts[..<2] == [0, 0])
        #expect((80..<1000).contains(counts[2]) && counts[3] == counts[2], "one text of about 90 bytes and an object")
        #expect(counts[4...] == [large.estimatedBytes, large.estimatedBytes])
        #expect(outgoing.total == 0)
    }

    @Test func replacedDataCountsWhileTheClientDoesNotRead() async throws {
        let outgoing = OutgoingBytes(maxBytes: 64_000_000)
        let channel = NIOAsyncTestingChannel()
        let large = Self.large
        let current = Mutex(large)
        let client = Client { number in
            guard number == 2 else { return }
            current.withLock { $0 = .empty }
            while outgoing.total == 0 { await channel.testingEventLoop.advanceTime(by: .milliseconds(10)) }
            #expect(outgoing.total == large.estimatedBytes)
        }
        let result = NodeResponse(
            node: large, turns: Turns(width: 1), outgoing: outgoing, current: { current.withLock(\.self) }, interval: .milliseconds(10))
        try await result.response(on: channel).body.write(client)
    }

    @Test func largePlacesAreReadOverHTTP() async throws {
        let server = try await DatabaseServer()
        let secret = server.secretText
        try await server.run { port in
            let text = Self.large.json()
            let reply = try await port.send(.put, "/large.json?auth=\(secret)", text)
            #expect(reply.status == .ok)
            #expect(reply.text == text)
            let read = try await port.send(.get, "/large.json?auth=\(secret)")
            #expect(read.text == text)
            let timed = try await port.send(.get, "/large.json?timeout=60s&auth=\(secret)")
            #expect(timed.text == text)
            let page = try await port.send(.get, "/large.json?orderBy=\"$key\"&limitToFirst=1&auth=\(secret)")
            #expect(page.text.hasPrefix(#"{"k0":"#) && page.text.utf8.count < 200)
        }
    }
}
