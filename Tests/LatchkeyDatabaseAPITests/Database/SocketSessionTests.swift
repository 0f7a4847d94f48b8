import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyServerTestSupport
import LatchkeyTree
import Logging
import NIOPosix
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

/// One database client: the messages that it sends and receives.
@Suite(.timeLimit(.minutes(10))) struct SocketSessionTests {
    private final class Told: MessageSink {
        private let state = Mutex<(messages: [String], isOver: Bool)>(([], false))

        var messages: [String] { state.withLock { $0.messages } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func send(_ message: [UInt8]) {
            state.withLock { state in
                if !state.isOver { state.messages.append(String(decoding: message, as: UTF8.self)) }
            }
        }

        func finish() { state.withLock { $0.isOver = true } }
    }

    private static let rules = """
        {"rules": {
          "ada": { ".read": "auth.uid === 'ada'", ".write": "auth.uid === 'ada'" },
          "open": { ".read": true, ".write": true }
        }}
        """

    private let server: DatabaseServer
    private let database: RealtimeDatabase
    private let resolver: DatabaseResolver
    private let told = Told()

    init() async throws {
        server = try await DatabaseServer()
        let parts = server.parts
        resolver = DatabaseResolver(parts)
        database = try await parts.standardDatabase()
        try await database.replace(rules: try SecurityRules(Self.rules))
    }

    private func session(maxListeners: Int = SocketListeners.standardMaxCount) -> SocketSession {
        SocketSession(
            id: "s", database: database, resolver: resolver, outgoing: told, logger: Logger(label: "tests"),
            timer: MultiThreadedEventLoopGroup.singleton.any(), maxListeners: maxListeners)
    }

    private func request(_ session: SocketSession, _ number: Int, _ action: String, _ body: String) async throws {
        try await session.take(Array(#"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#.utf8))
    }

    /// Authenticates as Ada, with a credential that ends only if it is revoked.
    private var ada: String { #"{"cred":"\#(server.secretText)","authvar":{"uid":"ada"}}"# }

    private func respond(_ number: Int) -> String? { told.messages.first { $0.contains("\"r\":\(number),") } }

    private func revokeSecret() async throws {
        _ = try await server.server.store.write { [secret = server.secret, now = server.server.clock.now] in
            try $0.revokeDatabaseSecret(secret.fingerprint, at: now)
        }
    }

    private static let node = "/ada/left"

    @Test(arguments: [
        ("auth", #"{"cred":"no.such.token"}"#, "invalid_token"), ("gauth", #"{"cred":"nothing"}"#, "invalid_token"),
        ("auth", "{}", "failed"),
    ])
    func aRefusedCredentialEndsTheSessionAsItsEndWould(_ action: String, _ body: String, _ status: String) async throws {
        let session = session()
        try await request(session, 1, "auth", ada)
        try await request(session, 2, "q", #"{"p":"/ada","h":""}"#)
        try await request(session, 3, "o", #"{"p":"/ada/left","d":"gone"}"#)
        try await request(session, 4, action, body)
        // The request was already on its way.
        try await request(session, 5, "p", #"{"p":"/open/behind","d":1}"#)
        #expect(respond(4)?.contains(#""s":"\#(status)""#) == true)
        #expect(told.isOver)
        #expect(respond(5) == nil)
        #expect(!told.messages.contains { $0.contains(#""a":"c""#) }, "clients would take it for the end of what they listen to")
        #expect(database.node(at: try TreePath("ada/left")).json() == #""gone""#, "as the previous user")
        #expect(database.node(at: try TreePath("open/behind")).isEmpty)
    }

    @Test func onDisconnectWritesOfARevokedCredentialAreDropped() async throws {
        let session = session()
        try await request(session, 1, "auth", ada)
        try await request(session, 2, "o", #"{"p":"/ada/left","d":"gone"}"#)
        try await revokeSecret()
        try await request(session, 3, "auth", #"{"cred":"no.such.token"}"#)
        #expect(told.isOver)
        #expect(database.node(at: try TreePath("ada/left")).isEmpty)
    }

    /// Returns a session with an on-disconnect write, on a store that can be filled.
    private func sessionWithWriteToLeave() async throws -> (SocketSession, RealtimeDatabase, TroubledTreeStore) {
        let (parts, trees) = server.troubledParts()
        let database = try await parts.standardDatabase()
        let session = SocketSession(
            id: "s", database: database, resolver: DatabaseResolver(parts), outgoing: told, logger: Logger(label: "tests"),
            timer: MultiThreadedEventLoopGroup.singleton.any())
        try await request(session, 1, "auth", ada)
        try await request(session, 2, "o", #"{"p":"/ada/left","d":"gone"}"#)
        return (session, database, trees)
    }

    /// After a crash, the stored credential decides as which user the remaining operations run.
    @Test(arguments: [("unauth", "null"), ("auth", #"{"cred":"SECRET","authvar":{"uid":"bob"}}"#)])
    func failureToStoreANewCredentialEndsTheSession(_ action: String, _ body: String) async throws {
        let (session, _, trees) = try await sessionWithWriteToLeave()
        #expect(respond(2)?.contains(#""s":"ok""#) == true)
        trees.fill()
        try await request(session, 3, action, body.replacing("SECRET", with: server.secretText))
        #expect(respond(3)?.contains(#""s":"ok""#) == false, "\(told.messages)")
        #expect(told.isOver)
    }

    @Test func onDisconnectWritesThatCannotBeStoredAreKeptAndTriedAgain() async throws {
        let (session, database, trees) = try await sessionWithWriteToLeave()
        trees.fill()
        await session.end()
        #expect(try await trees.leftWrites(in: database.id).map(\.writes.count) == [1])
        trees.free()
        while try await !trees.leftWrites(in: database.id).isEmpty { await Task.yield() }
        #expect(database.node(at: try TreePath("ada/left")) == Node("gone"))
    }

    @Test func writesBeforeARefusedCredentialGetTheirResponsesFirst() async throws {
        let session = session()
        try await request(session, 1, "p", #"{"p":"/open/x","d":1}"#)
        try await request(session, 2, "auth", "{}")
        let (first, second) = (told.messages.firstIndex { $0.contains("\"r\":1,") }, told.messages.firstIndex { $0.contains("\"r\":2,") })
        #expect(try #require(first) < (try #require(second)))
    }

    @Test func lostConnectionDoesNotInvalidateACredential() async throws {
        let session = session()
        let vanished = Task {
            while !Task.isCancelled { await Task.yield() }
            try await request(session, 1, "auth", ada)
        }
        vanished.cancel()
        try await vanished.value
        #expect(respond(1)?.contains(#""s":"ok""#) == true)
    }

    @Test func endOfAReplacedCredentialIsIgnored() async throws {
        let session = session()
        try await request(session, 1, "auth", ada)
        try await request(session, 2, "auth", ada)
        // For the first credential: the call waited for its turn in the meantime.
        await session.credentialEnded(1, SocketMessage.authExpired, isGood: true)
        #expect(!told.isOver)
        try await request(session, 3, "s", "{}")
        #expect(respond(3) != nil)
        await session.credentialEnded(2, SocketMessage.authExpired, isGood: true)
        #expect(told.isOver)
    }

    @Test func revokedListenersFreeTheirSlots() async throws {
        let session = session(maxListeners: 3)
        for number in 1...3 { try await request(session, number, "q", #"{"p":"/open/\#(number)","h":""}"#) }
        try await request(session, 4, "q", #"{"p":"/open/4","h":""}"#)
        #expect(respond(4)?.contains("at most 3 times") == true)
        try await database.replace(rules: try SecurityRules(#"{"rules": {}}"#))
        try await database.replace(rules: try SecurityRules(Self.rules))
        for number in 5...7 { try await request(session, number, "q", #"{"p":"/open/\#(number)","h":""}"#) }
        for number in 5...7 { #expect(respond(number)?.contains(#""s":"ok""#) == true) }
        try await request(session, 8, "q", #"{"p":"/open/8","h":""}"#)
        #expect(respond(8)?.contains("at most 3 times") == true)
    }

    @Test func onDisconnectLimitIsCheckedBeforeTheRules() async throws {
        let children = (0...OnDisconnect.maxChanges).map { #""\#($0)":1"# }.joined(separator: ",")
        try await request(session(), 1, "om", #"{"p":"/ada","d":{\#(children)}}"#)
        #expect(respond(1)?.contains("at most \(OnDisconnect.maxChanges) changes") == true, "and not that the rules deny it")
    }

    @Test func aLargeWriteThatTheRulesDenyNeverWaits() async throws {
        let session = session()
        try await request(session, 1, "auth", ada)
        let text = String(repeating: "x", count: 1_100_000)
        try await request(session, 2, "p", #"{"p":"/open/first","d":1}"#)
        try await request(session, 3, "p", #"{"p":"/elsewhere","d":"\#(text)"}"#)
        #expect(respond(3)?.contains(#""s":"permission_denied""#) == true, "at once")
        try await request(session, 4, "p", #"{"p":"/ada/text","d":"\#(text)"}"#)
        try await request(session, 5, "g", #"{"p":"/ada/text","q":{}}"#)
        #expect(respond(4)?.contains(#""s":"ok""#) == true)
    }

    @Test func administratorCanOverrideTheUserWithNull() async throws {
        let token = try server.token(["uid": "ada"])
        let project = database.id.project
        let client = ClientDescription()
        let user = try await resolver.caller(credential: token, override: nil, project: project, from: client)
        #expect(user.auth != .null)
        let unauthenticated = try await resolver.caller(credential: token, override: .scalar(.null), project: project, from: client)
        #expect(unauthenticated.auth == .null)
        let other = try await resolver.caller(
            credential: token, override: .object([("uid", .scalar(.string("bob")))]), project: project, from: client)
        #expect(other.auth == user.auth, "only administrators can override the user")
    }
}
