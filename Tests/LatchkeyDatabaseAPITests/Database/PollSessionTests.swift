import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyServerTestSupport
import LatchkeyTree
import LatchkeyWeb
import Logging
import NIOPosix
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

@Suite(.timeLimit(.minutes(5))) struct PollSessionTests {
    /// A clock that advances only on request, and counts how often it is read.
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let state = Mutex((seconds: 0, reads: 0))
        var reads: Int { state.withLock { $0.reads } }
        func advance(_ seconds: Int) { state.withLock { $0.seconds += seconds } }

        func read() -> ContinuousClock.Instant {
            start.advanced(
                by: state.withLock { state in
                    state.reads += 1
                    return .seconds(state.seconds)
                })
        }
    }

    private struct Parts {
        let poll: PollSession
        let clock = Clock()
        let segment: PollSegments.Segment

        /// A session in a network with an exhausted allowance.
        init(_ server: DatabaseServer) async throws {
            let parts = server.parts
            let database = try await DatabaseResolver(parts).database(server.server.project.id.rawValue)
            let supply = ClientSupply(NetworkSupply(rate: 1, now: clock.read), network: "192.0.2.1")
            try supply.take(1_048_577)
            let outbox = PollOutbox {}
            let sink = MovableSink(outbox)
            let session = SocketSession(
                id: "id", database: database, resolver: DatabaseResolver(parts), outgoing: sink, logger: Logger(label: "test"),
                timer: MultiThreadedEventLoopGroup.singleton.any())
            poll = PollSession(
                session, sink: sink, outbox: outbox, callback: nil, password: "password", network: "192.0.2.1", supply: supply,
                clients: parts.clients, timing: .init(hold: .seconds(60), patience: .milliseconds(1), firstPatience: .milliseconds(1)))
            #expect(parts.clients.add(poll))
            let data = Data(#"{"t":"d","d":{"r":1,"a":"s","b":{"c":{}}}}"#.utf8).base64EncodedString().replacing("=", with: ".")
            segment = .init(number: 0, total: 1, data: data)
        }

        /// Returns after the allowance was checked several more times. Checks are 50 ms apart, longer than the client may be absent.
        func waitForRequests() async {
            let reads = clock.reads
            while clock.reads < reads + 3 { await Task.yield() }
        }
    }

    /// The client must not count as disconnected while the poll waits, although no other poll arrives.
    @Test func aPollThatWaitsForItsNetworksSupplyIsTakenInAfterwards() async throws {
        let parts = try await Parts(try await DatabaseServer())
        let poll = parts.poll
        async let reply = poll.poll([parts.segment])
        while !poll.isPolled { await Task.yield() }
        async let end: Void = poll.run()
        await parts.waitForRequests()
        parts.clock.advance(60)
        let text = try await reply.messages.map { String(decoding: $0, as: UTF8.self) }
        #expect(text.first?.contains(#""r":1,"b":{"s":"ok""#) == true, "\(text)")
        await end
    }

    /// A server that shuts down ends sessions. Their polls must not keep it running.
    @Test func aPollThatWaitsForItsNetworksSupplyEndsWithItsSession() async throws {
        let parts = try await Parts(try await DatabaseServer())
        let reply = Task { try await parts.poll.poll([parts.segment]) }
        await parts.waitForRequests()
        await parts.poll.end()
        let error = await #expect(throws: DatabaseRefusal.self) { _ = try await reply.value }
        #expect(error?.response.status == .notFound)
    }
}
