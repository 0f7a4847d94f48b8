import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeySQLite
import LatchkeyServerTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyEmulator
@testable import LatchkeyServer

/// Long polling through the router of an emulator, with timeouts that are longer than a test.
@Suite struct LongPollingTests {
    private func run(
        _ timing: PollSession.Timing, _ body: @escaping @Sendable (any TestClientProtocol, RealtimeDatabase) async throws -> Void
    ) async throws {
        let store = try SQLiteStore.inMemory()
        let server = try await TestServer(store: store)
        let emulator = ServerParts(
            store: store, sealer: server.sealer, authority: Emulation.authority(now: { server.clock.now }),
            publicAddress: server.publicAddress,
            transport: server.provider, hashing: HashingPool(width: 1), now: { server.clock.now },
            emulation: Emulation(standardProject: server.project.id))
        let parts = DatabaseParts(emulator, trees: store)
        let database = try await DatabaseResolver(parts).database("live")
        try await Application(responder: DatabaseResponder(parts, polling: timing)).test(.router) { client in
            try await body(client, database)
        }
    }

    private func get(_ client: any TestClientProtocol, _ query: String) async throws -> (status: HTTPResponse.Status, text: String) {
        try await client.execute(uri: "/.lp?ns=live&\(query)", method: .get) { ($0.status, String(buffer: $0.body)) }
    }

    /// Starts a session, and returns its ID and password as poll parameters.
    private func start(_ client: any TestClientProtocol) async throws -> String {
        let text = try await get(client, "start=t&cb=1").text
        let words = text.split(separator: "\"")
        #expect(words[1] == "start")
        return "id=\(words[3])&pw=\(words[5])"
    }

    private func segment(_ number: Int, _ json: String) -> String {
        let data = Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ".")
        return "&seg0=\(number)&ts0=1&d0=\(data)"
    }

    @Test func clientThatStopsPollingIsRemoved() async throws {
        try await run(.init(hold: .seconds(600), patience: .milliseconds(20), firstPatience: .seconds(600))) { client, database in
            let (events, heard) = AsyncStream.makeStream(of: String.self)
            _ = try database.listen(
                to: try TreePath("gone"), by: .administrator,
                sink: { event, _ in if case .put(_, let node) = event { heard.yield(node.json()) } }, first: { _ in {} })
            let session = try await start(client)
            let told = try await get(client, session + segment(0, #"{"t":"d","d":{"r":1,"a":"o","b":{"p":"/gone","d":true}}}"#))
            #expect(told.text.contains(#"{"r":1,"b":{"s":"ok""#))
            #expect(await events.first { _ in true } == "true")
            #expect(try await get(client, session).status == .notFound)
        }
    }

    @Test func idlePollGetsAnEmptyResponse() async throws {
        try await run(.init(hold: .milliseconds(1))) { client, _ in
            let session = try await start(client)
            for number in 1...3 {
                #expect(try await get(client, session).text == "(window.pRTLPCB1?window:parent).pRTLPCB1(\(number),[]);\n")
            }
        }
    }

    @Test func aSessionIsPolledUnderTheNameOfItsDatabase() async throws {
        try await run(.init(hold: .milliseconds(1))) { client, _ in
            let session = try await start(client)
            func poll(_ namespace: String) async throws -> HTTPResponse.Status {
                try await client.execute(uri: "/.lp?\(namespace)\(session)", method: .get) { $0.status }
            }
            #expect(try await poll("ns=live&") == .ok)
            #expect(try await poll("ns=other&") == .notFound)
            #expect(try await poll("") == .ok, "hosts name databases too")
        }
    }

    @Test func thereIsRoomForSoManyOfOneNetwork() async throws {
        try await run(.init(firstPatience: .seconds(600))) { client, _ in
            for _ in 0..<DatabaseClients.maxPollsPerNetwork { _ = try await start(client) }
            #expect(try await get(client, "start=t&cb=1").status == .serviceUnavailable)
        }
    }

    @Test func disconnectedClientFreesItsSlot() async throws {
        try await run(.init()) { client, _ in
            for _ in 0..<DatabaseClients.maxPollsPerNetwork + 1 {
                let session = try await start(client)
                #expect(try await get(client, session + "&disconn=t").status == .noContent)
            }
        }
    }
}
