import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Logging
import NIOPosix
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

/// A token of version 0 contains its session, and opens databases only until the session ends.
@Suite struct LegacyTokenEndTests {
    enum Ending: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case signedOut = "its session is ended"
        case passwordChanged = "another client changes the password"
        case addressChanged = "another client changes the address"
        case removed = "the account is removed"
        case disabled = "the account is disabled"
        case revoked = "the secret is revoked"
        case switchedOff = "the project answers original clients no more"
        case switchedOffAndOn = "it does not for a while"
        case expired = "its time is over"
        // An action that ends nothing, without which the rest would prove nothing.
        case nothing = "nothing happens"

        var testDescription: String { rawValue }
        var isNone: Bool { self == .nothing || self == .switchedOffAndOn }
    }

    private final class Told: MessageSink {
        private let state = Mutex<[String]>([])
        private let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
        var messages: [String] { state.withLock { $0 } }

        func send(_ message: [UInt8]) {
            let text = String(decoding: message, as: UTF8.self)
            state.withLock { $0.append(text) }
            arrival.yield(text)
        }

        func finish() { arrival.finish() }

        /// Waits for the response to a request.
        func respond(to number: Int) async -> String {
            await arrivals.first { $0.contains("\"r\":\(number),") } ?? "nothing"
        }
    }

    @Test(arguments: Ending.allCases) func aTokenDiesWithItsSession(_ ending: Ending) async throws {
        let server = try await DatabaseServer.servingLegacy { settings in
            settings.enumerationProtection = false
            settings.legacy.sessionSeconds = 5000
        }
        let token = try await server.server.run { caller in
            let ada = "email=ada%40example.org&password=lovelace"
            _ = try await caller.legacyGet("/v2/default/users?_method=POST&\(ada)")
            return try #require(try await caller.legacyGet("/v2/default/auth/password?\(ada)")["token"])
        }
        let path = "/users/simplelogin:1/name.json?auth=\(token)"
        let parts = server.parts
        let told = Told()
        let socket = SocketSession(
            id: "s", database: try await parts.standardDatabase(), resolver: DatabaseResolver(parts), outgoing: told,
            logger: Logger(label: "tests"), timer: MultiThreadedEventLoopGroup.singleton.any())
        func request(_ number: Int, _ action: String, _ body: String) async throws {
            try await socket.take(Array(#"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#.utf8))
        }
        try await request(1, "auth", #"{"cred":"\#(token)"}"#)
        #expect(told.messages.contains { $0.contains(#""uid":"simplelogin:1""#) }, "\(told.messages)")
        try await request(2, "p", #"{"p":"/users/simplelogin:1/name","d":"Ada"}"#)
        // The next server uses the same store: it has to find what this one has written.
        #expect(await told.respond(to: 2).contains(#""s":"ok""#))
        let read = try await server.run { try await $0.send(.get, path) }
        #expect(read.text == "\"Ada\"")

        try await happen(ending, server)

        try await server.run { port in
            let reply = try await port.send(.get, path)
            #expect((reply.status == .ok) == ending.isNone, "\(reply.status) \(reply.text)")
            if !ending.isNone { #expect(reply.status == .unauthorized) }
        }
        // A socket uses the real clock for the expiry of a token.
        guard ending != .expired else { return }
        try await request(3, "g", #"{"p":"/users/simplelogin:1/name"}"#)
        #expect(told.messages.contains { $0.contains("Ada") } == ending.isNone, "\(told.messages)")
        #expect(told.messages.contains { $0.contains(#""a":"ac""#) } == !ending.isNone, "\(told.messages)")
    }

    private func happen(_ ending: Ending, _ server: DatabaseServer) async throws {
        let user = "/v2/default/users/ada%40example.org"
        let (store, now) = (server.server.store, server.server.clock.now)
        let realm = Realm(project: server.server.project.id)
        switch ending {
        case .nothing: break
        case .switchedOff, .switchedOffAndOn:
            func respond(_ isOn: Bool) async throws {
                try await store.write { transaction in
                    var project = try #require(try transaction.project(.standard))
                    project.settings.legacy.routes = isOn
                    try transaction.update(project)
                }
            }
            try await respond(false)
            if ending == .switchedOffAndOn { try await respond(true) }
        case .expired: server.server.clock.advance(bySeconds: 5000)
        case .signedOut: _ = try await store.write { try $0.deleteSessions(of: "simplelogin:1", in: realm, except: nil) }
        case .revoked: _ = try await store.write { [secret = server.secret] in try $0.revokeDatabaseSecret(secret.fingerprint, at: now) }
        case .disabled:
            try await store.write { transaction in
                var account = try #require(try transaction.account("simplelogin:1", in: realm))
                account.disabled = true
                try transaction.update(account)
            }
        case .passwordChanged: try await get("\(user)/password?_method=PUT&oldPassword=lovelace&password=countess", server)
        case .addressChanged: try await get("\(user)/email?_method=PUT&password=lovelace&email=c%40example.org", server)
        case .removed: try await get("\(user)?_method=DELETE&password=lovelace", server)
        }
    }

    private func get(_ path: String, _ server: DatabaseServer) async throws {
        let reply = try await server.server.run { try await $0.legacyGet(path) }
        #expect(reply.legacyError == nil, "\(reply.text)")
    }

    /// A client without the session's token cannot use the session, and cannot end it by signing out.
    @Test func onlySignInsCreateASession() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.enumerationProtection = false }
        try await server.server.run { caller in
            let ada = "/v2/default/users/ada%40example.org"
            _ = try await caller.legacyGet("/v2/default/users?_method=POST&email=ada%40example.org&password=lovelace")
            _ = try await caller.legacyGet("\(ada)/password?_method=PUT&oldPassword=lovelace&password=countess")
            let weak = try await caller.legacyGet("\(ada)/password?_method=PUT&oldPassword=countess&password=1")
            #expect(weak.legacyError == "INVALID_PASSWORD")
            _ = try await caller.legacyGet("\(ada)/email?_method=PUT&password=countess&email=ada%40example.org")
        }
        let realm = Realm(project: server.server.project.id)
        #expect(try await server.server.store.read { try $0.sessions(of: "simplelogin:1", in: realm) }.isEmpty)
    }

    /// Without a configured session length, a session that cannot be renewed lasts as long as a token without an expiry.
    @Test func aSessionEndsWithTheOnlyTokenThatItHas() async throws {
        let server = try await DatabaseServer.servingLegacy { $0.legacy.sessionSeconds = 0 }
        let reply = try await server.server.run { try await $0.legacyGet("/v2/default/auth/github/token?access_token=g-ada") }
        let realm = Realm(project: server.server.project.id)
        let sessions = try await server.server.store.read { try $0.sessions(of: "github:17", in: realm) }
        #expect(sessions.map(\.endsAt) == [server.server.clock.now.addingTimeInterval(86_400)])
        #expect(reply.json["expires"] as? Int == 1_800_086_400)
    }
}
