import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Logging
import NIOPosix
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyServer

/// New networks of a session whose ID token only the database port receives.
@Suite struct DatabaseNetworkTests {
    private let server: DatabaseServer
    private let parts: DatabaseParts
    private let resolver: DatabaseResolver
    private let account: AccountID
    private let token: String

    private struct Discarded: MessageSink {
        func send(_ message: [UInt8]) {}
        func finish() {}
    }

    /// The session begins at an unknown address, so the first use defines its network.
    init() async throws {
        server = try await DatabaseServer(ProjectSettings(newNetworkMails: true))
        parts = server.parts
        resolver = DatabaseResolver(parts)
        let made = try await server.server.run {
            try await $0.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
        }
        account = AccountID(rawValue: try #require(made["localId"]))
        token = try #require(made["idToken"])
        try await server.server.store.write { [account] in
            var ada = try #require(try $0.account(account, in: Realm(project: .standard)))
            ada.emailVerified = true
            try $0.update(ada)
        }
        try await use(from: "192.0.2.1")
    }

    private func use(from address: String?) async throws {
        let caller = try await resolver.caller(
            token: token, accessToken: nil, override: nil, project: "default", from: ClientDescription(address: address))
        #expect(!caller.isStranger)
    }

    private var noted: [String?] {
        get async throws {
            try await server.server.store.read { [account] in try $0.events(of: .standard, subject: account, limit: 100) }
                .filter { $0.kind == .newNetwork }.map(\.address).reversed()
        }
    }

    private var mailCount: Int {
        get async throws {
            try await server.server.store.read { try $0.outboxMessages(of: .standard, limit: 100) }.count { $0.kind == .newNetwork }
        }
    }

    @Test func aNewNetworkIsRecordedThoughTheTokenIsKnown() async throws {
        for address in ["192.0.2.1", "192.0.2.99", nil, "198.51.100.7", "198.51.100.8", "192.0.2.1", "2001:db8::1", "2001:db8::2"] {
            try await use(from: address)
        }
        #expect(try await noted == ["198.51.100.7", "2001:db8::1"])
        #expect(try await mailCount == 1)
    }

    @Test func anEmulatorRecordsNone() async throws {
        let store = try SQLiteStore.inMemory()
        let server = try await TestServer(store: store)
        let parts = server.parts(.emulator)
        let made = try await server.run(parts) {
            try await $0.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
        }
        let token = try #require(made["idToken"])
        let resolver = DatabaseResolver(DatabaseParts(parts, trees: store))
        for address in ["192.0.2.1", "198.51.100.7"] {
            let caller = try await resolver.caller(credential: token, override: nil, project: "default", from: .init(address: address))
            #expect(!caller.isStranger)
        }
        let events = try await store.read { try $0.events(of: .standard, subject: nil, limit: 100) }
        #expect(!events.contains { $0.kind == .newNetwork })
    }

    @Test func aSocketCountsFromItsAddress() async throws {
        let session = SocketSession(
            id: "s", database: try await parts.standardDatabase(), resolver: resolver, outgoing: Discarded(),
            logger: Logger(label: "tests"), address: "203.0.113.5", timer: MultiThreadedEventLoopGroup.singleton.any())
        try await session.take(Array(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"\#(token)"}}}"#.utf8))
        #expect(try await noted == ["203.0.113.5"])
    }
}
