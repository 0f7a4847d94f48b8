import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import NIOCore
import Testing

@testable import LatchkeyWeb

/// Uses of a session from new networks.
@Suite struct NewNetworkTests {
    /// A server with an account and a session that began at 192.0.2.1.
    private struct Stage {
        let server: TestServer
        let sessions: Sessions
        let outbox: Outbox
        let tokens: IssuedTokens

        init(_ settings: ProjectSettings = .init(), verified: Bool = true, store: (any AccountStore)? = nil) async throws {
            let server = try await TestServer(settings, store: store)
            let clock = server.clock
            let outbox = Outbox(sealer: server.sealer)
            self.server = server
            self.outbox = outbox
            sessions = Sessions(
                store: server.store, authority: server.authority, throttle: Throttle(now: { clock.now }), outbox: outbox,
                now: { clock.now })
            let signUp = SignUp(
                store: server.store, sessions: sessions, passwords: PasswordVault(pool: HashingPool(width: 1), sealer: server.sealer),
                codes: CodeIssuer(outbox: outbox) { $0.mode.rawValue }, now: { clock.now })
            tokens = try await signUp.withPassword(
                email: try #require(EmailAddress("ada@example.org")), password: "a password", displayName: "Ada",
                caller: Self.caller(server, "192.0.2.1"))
            var account = tokens.account
            account.emailVerified = verified
            let changed = account
            try await server.store.write { try $0.update(changed) }
        }

        static func caller(_ server: TestServer, _ address: String?) -> LatchkeyIdentity.Caller {
            LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: address))
        }

        func refresh(from address: String?) async throws {
            _ = try await sessions.refresh(
                tokens.refreshToken, for: server.project.id, by: ClientDescription(address: address))
        }

        var noted: [String?] {
            get async throws {
                let id = tokens.account.id
                return try await server.store.read { try $0.events(of: .standard, subject: id, limit: 100) }
                    .filter { $0.kind == .newNetwork }.map(\.address).reversed()
            }
        }

        var mails: [OutboxMessage] {
            get async throws {
                let project = server.project.id
                return try await server.store.read { try $0.outboxMessages(of: project, limit: 100) }.filter { $0.kind == .newNetwork }
            }
        }
    }

    @Test func aNewNetworkIsWrittenDownOnce() async throws {
        let stage = try await Stage()
        for address in ["192.0.2.1", "192.0.2.99", nil, "no address"] { try await stage.refresh(from: address) }
        #expect(try await stage.noted == [])
        for address in ["198.51.100.7", "198.51.100.8", "192.0.2.1", "2001:db8::1", "2001:db8::2"] {
            try await stage.refresh(from: address)
        }
        #expect(try await stage.noted == ["198.51.100.7", "2001:db8::1"])
        let session = stage.tokens.session.id
        let kept = try await stage.server.store.read { try $0.session(session)?.networks }
        #expect(kept == ["198.51.100.0/24", "2001:db8::/64"])
        // Mails are off by default.
        #expect(try await stage.mails == [])
    }

    @Test func theUseOfAnIDTokenCountsToo() async throws {
        let stage = try await Stage()
        for _ in 0..<2 { _ = try await stage.sessions.check(stage.tokens.idToken, from: Stage.caller(stage.server, "203.0.113.5")) }
        #expect(try await stage.noted == ["203.0.113.5"])
    }

    @Test func refreshRecordsTheClientsAddress() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let parts = ServerParts(
            store: server.store, sealer: server.sealer, authority: server.authority, publicAddress: server.publicAddress,
            transport: server.provider, hashing: HashingPool(width: 1), now: { clock.now },
            trustedProxies: [try #require(AddressRange("127.0.0.0/8"))])
        let app = Application(
            responder: ServerRoutes.router(parts).buildResponder(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await app.test(.live) { client in
            func post(_ name: String, _ type: String, _ body: String, from address: String) async throws -> Reply {
                try await client.execute(
                    uri: "/v1/\(name)?key=\(server.apiKey)", method: .post,
                    headers: [.contentType: type, HTTPField.Name("X-Forwarded-For")!: address], body: ByteBuffer(string: body)
                ) { Reply(status: $0.status, headers: $0.headers, text: String(buffer: $0.body)) }
            }
            let made = try await post(
                "accounts:signUp", "application/json", #"{"email":"ada@example.org","password":"a password"}"#, from: "192.0.2.1")
            let token = try #require(made["refreshToken"])
            for address in ["192.0.2.1", "198.51.100.7"] {
                let refreshed = try await post(
                    "token", "application/x-www-form-urlencoded", "grant_type=refresh_token&refresh_token=\(token)", from: address)
                #expect(refreshed.status == .ok)
            }
        }
        let account = try await server.store.read { try $0.accounts(in: Realm(project: .standard), after: nil, limit: 1) }.first
        let id = try #require(account?.id)
        let events = try await server.store.read { try $0.events(of: .standard, subject: id, limit: 9) }
        #expect(events.filter { $0.kind == .newNetwork }.map(\.address) == ["198.51.100.7"])
    }

    @Test func newNetworkMailIsSentAtMostOnceInSixHours() async throws {
        let stage = try await Stage(ProjectSettings(newNetworkMails: true))
        try await stage.refresh(from: "198.51.100.7")
        try await stage.refresh(from: "203.0.113.7")
        let mail = try #require(try await stage.mails.first)
        #expect(try await stage.mails.count == 1)
        #expect(mail.recipient == "ada@example.org" && mail.channel == .email)
        let content = try stage.outbox.content(of: mail)
        #expect(content.address == "198.51.100.7" && content.link == nil && content.time != nil)
        stage.server.clock.advance(bySeconds: 6 * 3600 + 1)
        try await stage.refresh(from: "198.18.0.1")
        #expect(try await stage.mails.count == 2)
        #expect(try await stage.noted == ["198.51.100.7", "203.0.113.7", "198.18.0.1"])
    }

    @Test func anAddressThatWasNotConfirmedGetsNoMail() async throws {
        let stage = try await Stage(ProjectSettings(newNetworkMails: true), verified: false)
        try await stage.refresh(from: "198.51.100.7")
        #expect(try await stage.mails == [])
        #expect(try await stage.noted == ["198.51.100.7"])
    }

    @Test func aTokenFromManyNetworksDoesNotFillTheRecord() async throws {
        let stage = try await Stage()
        for index in 0..<30 { try await stage.refresh(from: "10.0.\(index).1") }
        #expect(try await stage.noted.count == 20)
    }

    @Test func aFullDiskStopsNoRefreshFromANewNetwork() async throws {
        let store = try TroubledStore()
        let stage = try await Stage(ProjectSettings(newNetworkMails: true), store: store)
        store.begin(.writes)
        // More than the events that an account gets in an hour: these must not use them up, nor the mail of six hours.
        for _ in 0..<30 {
            try await stage.refresh(from: "198.51.100.7")
            stage.server.clock.advance(bySeconds: 11)
        }
        _ = try await stage.sessions.check(stage.tokens.idToken, from: Stage.caller(stage.server, "198.51.100.7"))
        store.end()
        stage.server.clock.advance(bySeconds: 11)
        #expect(try await stage.noted == [])
        try await stage.refresh(from: "198.51.100.7")
        #expect(try await stage.noted == ["198.51.100.7"])
        #expect(try await stage.mails.count == 1)
    }
}
