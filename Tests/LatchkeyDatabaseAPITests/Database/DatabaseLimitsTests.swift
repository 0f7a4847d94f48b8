import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyServerTestSupport
import LatchkeyTree
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

/// The limits for each kind of client, and when they are checked.
@Suite(.timeLimit(.minutes(10))) struct DatabaseLimitsTests {
    private static let rules = """
        {"rules": { "open": { ".write": true }, "users": { "$uid": { ".write": "auth.uid === $uid" } }, "shut": { ".write": false } }}
        """

    private let server: DatabaseServer

    init() async throws {
        let server = try await DatabaseServer()
        self.server = server
        let kept = try await server.run { try await $0.send(.put, "/.settings/rules.json?auth=\(server.secretText)", Self.rules) }
        #expect(kept.status == .ok, "\(kept.text)")
    }

    @Test func anonymousBodiesAreLimitedToOneMegabyte() async throws {
        let token = try server.token(["uid": "ada"])
        let text = "\"" + String(repeating: "x", count: 1024 * 1024 - 2) + "\""
        try await server.run { port in
            #expect(try await port.send(.put, "/open/x.json?print=silent", text).status == .noContent)
            let larger = try await port.send(.put, "/open/x.json", text + " ")
            #expect(larger.status == .badRequest)
            #expect(larger.text.contains("1048576"), "\(larger.text)")
            #expect(try await port.send(.put, "/open/x.json?print=silent&auth=\(token)", text + " ").status == .noContent)
        }
    }

    @Test func whereTooMuchIsUnderWayLargeBodiesAreToComeLater() async throws {
        let (secret, token) = (server.secretText, try server.token(["uid": "ada"]))
        let incoming = WaitingBytes(maxBytes: 100_000, share: 1000)
        let text = "\"" + String(repeating: "x", count: 90_000) + "\""
        let place = "/users/ada.json?print=silent&auth="
        try await server.run(with: { $0.incoming = incoming }) { (port: DatabaseServer.Port) async throws in
            #expect(try await port.send(.put, place + token, text).status == .noContent)
            let others = GatheredBytes(of: incoming)
            #expect(others.set(90_000))
            #expect(try await port.send(.put, place + token, text).status == .serviceUnavailable)
            #expect(try await port.send(.put, place + token, "1").status == .noContent, "small requests are always accepted")
            #expect(try await port.send(.put, place + secret, text).status == .noContent, "and so is an administrator")
            #expect(others.set(0))
            #expect(try await port.send(.put, place + token, text).status == .noContent, "what was answered or refused makes room again")
        }
    }

    /// A body that is not JSON shows whether the server read it.
    @Test(
        arguments: [
            ("no rule is there", HTTPRequest.Method.put, "/none/x", true), ("the rule is false", .put, "/shut/x", true),
            ("above all rules", .put, "", true), ("for a new child too", .post, "/none", true),
            ("an update of a place without rules", .patch, "/none", true),
            ("a rule might allow it", .put, "/users/bob", false), ("an update may change what is below", .patch, "", false),
            ("everybody may", .post, "/open", false),
        ] as [(String, HTTPRequest.Method, String, Bool)])
    func writesThatNoRuleAllowsAreDeniedBeforeReadingTheBody(_ case: String, _ method: HTTPRequest.Method, _ path: String, _ isDenied: Bool)
        async throws
    {
        let token = try server.token(["uid": "ada"])
        try await server.run { port in
            let reply = try await port.send(
                method, "\(path)/.json?auth=\(token)".replacing("/.json", with: path.isEmpty ? "/.json" : ".json"), "{no JSON")
            #expect(reply.status == (isDenied ? .unauthorized : .badRequest), "\(reply.text)")
        }
    }

    @Test func administratorsAreNotLimitedAsAnonymousClients() async throws {
        try await server.run { [secret = server.secretText] port in
            let reply = try await port.send(.put, "/none/x.json?auth=\(secret)", "1")
            #expect(reply.status == .ok)
        }
    }

    private final class Parts: Sendable {
        private let texts: Mutex<[String]>

        init(_ texts: [String]) { self.texts = Mutex(texts) }

        var left: Int { texts.withLock { $0.count } }

        func next() -> ByteBuffer? { texts.withLock { $0.isEmpty ? nil : ByteBuffer(string: $0.removeFirst()) } }
    }

    /// The secret is revoked after half of the body has arrived.
    @Test(arguments: [
        ("rules", #"{"rules": "#, #"{".read": true, ".write": true}}"#), ("defaultWriteSizeLimit", "\"sm", "all\""),
        ("strictTriggerValidation", "fal", "se"),
    ])
    func settingsRequireAValidCredentialAfterTheBodyIsRead(_ setting: String, _ first: String, _ second: String) async throws {
        let before = try await server.run { try await $0.send(.get, "/.settings/\(setting).json?auth=\(server.secretText)").text }
        let (secret, text) = try await server.anotherSecret()
        let parts = Parts([first, second])
        let body = AsyncStream<ByteBuffer> { [store = server.server.store, now = server.server.clock.now] in
            // When the server reads the second part, it has already determined the caller.
            if parts.left == 1 { _ = try? await store.write { try $0.revokeDatabaseSecret(secret.fingerprint, at: now) } }
            return parts.next()
        }
        let request = Request(
            head: HTTPRequest(method: .put, scheme: nil, authority: "localhost", path: "/.settings/\(setting).json?auth=\(text)"),
            body: RequestBody(asyncSequence: body))
        let responder = DatabaseResponder(server.parts)
        let context = ServerContext(source: .init(channel: EmbeddedChannel(), logger: Logger(label: "tests")))
        let response = try await responder.respond(to: request, context: context)
        #expect(response.status == .unauthorized)
        let after = try await server.run { try await $0.send(.get, "/.settings/\(setting).json?auth=\(server.secretText)").text }
        #expect(after == before)
    }

    @Test func malformedPathIsExplained() async throws {
        try await server.run { port in
            for path in ["/open/%ff.json", "/open/%zz.json"] {
                let reply = try await port.send(.get, path)
                #expect(reply.status == .badRequest)
                #expect(reply.text.contains("UTF-8"))
            }
            #expect(try await port.send(.get, "/open/x").text.contains("Append .json"))
        }
    }

    // MARK: The profile

    private final class Reader: ResponseBodyWriter {
        let text: Mutex<String>

        init() { text = Mutex("") }

        func write(_ buffer: ByteBuffer) async throws { text.withLock { $0 += String(buffer: buffer) } }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test(arguments: ["its time is over", "it was revoked"])
    func rootStreamEndsWithItsCredential(_ case: String) async throws {
        let database = try await server.parts.standardDatabase()
        let isOver = `case` == "its time is over"
        let caller =
            isOver
            ? DatabaseCaller(requester: .administrator, expiresAt: .now) : DatabaseCaller(requester: .administrator, isGood: { false })
        let reader = Reader()
        try await ProfileStream.response(of: database, for: caller, maxAge: .milliseconds(1)).body.write(reader)
        #expect(reader.text.withLock { $0.hasSuffix("event: auth_revoked\ndata: \"credential is no longer valid\"\n\n") })
    }

    // MARK: Turns

    private final class Counts: Sendable {
        private let state = Mutex((now: 0, most: 0, done: 0))

        var most: Int { state.withLock { $0.most } }
        var done: Int { state.withLock { $0.done } }

        func begin() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func end() {
            state.withLock { state in
                state.now -= 1
                state.done += 1
            }
        }
    }

    @Test func aFewHaveTheirTurnAtOnceAndAllHaveOne() async {
        let turns = Turns(width: 2)
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await turns.take {
                        counts.begin()
                        for _ in 0..<10 { await Task.yield() }
                        counts.end()
                    }
                }
            }
        }
        #expect((1...2).contains(counts.most))
        #expect(counts.done == 100)
    }

    @Test func aTurnEndsAlsoWithAnError() async throws {
        struct Failure: Error {}
        let turns = Turns(width: 1)
        for _ in 0..<3 { await #expect(throws: Failure.self) { try await turns.take { throw Failure() } } }
        await turns.take {}
    }
}
