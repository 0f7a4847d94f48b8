import Foundation
import LatchkeyVerifier
import Synchronization
import Testing

/// When keys are fetched, and what happens when they cannot be.
@Suite struct KeySourceTests {
    private let server: PlayedServer
    private let verifier: TokenVerifier

    init() throws {
        server = try PlayedServer()
        verifier = try server.verifier()
    }

    private func code(_ header: [String: (any Sendable)?] = [:]) async throws -> TokenVerificationError.Code? {
        let now = Int(server.state.withLock { $0.now }.timeIntervalSince1970)
        do {
            _ = try await verifier.verify(idToken: try server.token(header: header, claims: ["exp": now + 100, "iat": now]))
            return nil
        } catch let error as TokenVerificationError {
            return error.code
        }
    }

    private func advance(_ seconds: Double) { server.edit { $0.now += seconds } }

    @Test func keysAreCachedForTheServersLifetime() async throws {
        #expect(try await code() == nil)
        advance(3599)
        #expect(try await code() == nil)
        #expect(server.received.count == 1)
        advance(1)
        #expect(try await code() == nil)
        #expect(server.received.count == 2)
    }

    @Test(
        arguments: [
            (nil, nil, 300), ("max-age=60", nil, 60), ("public, Max-Age=\"90\"", nil, 90), ("max-age=600", 500, 100), ("no-store", nil, 0),
            ("max-age=60, no-cache", nil, 0), ("max-age=99999999", nil, 86_400), ("max-age=-5", nil, 0), ("max-age=x", nil, 300),
            ("max-age=10", 60, 0),
        ] as [(String?, Int?, Int)])
    func theLifetimeIsRead(_ cacheControl: String?, _ age: Int?, _ seconds: Int) async throws {
        server.edit { ($0.cacheControl, $0.ageSeconds) = (cacheControl, age) }
        #expect(try await code() == nil)
        if seconds > 0 {
            advance(Double(seconds) - 1)
            #expect(try await code() == nil)
            #expect(server.received.count == 1)
            advance(1)
        }
        #expect(try await code() == nil)
        #expect(server.received.count == 2)
    }

    @Test func unknownKeysAreFetchedAtMostOnceAMinute() async throws {
        let all = server.state.withLock { $0.keys }
        server.edit { $0.keys = [all[1]] }
        #expect(try await code() == .unknownKey, "fetched just now")
        #expect(server.received.count == 1)
        server.edit { $0.keys = all }
        #expect(try await code() == nil, "the server changed its keys meanwhile")
        #expect(server.received.count == 2)
        for number in 0..<20 { #expect(try await code(["kid": "stranger\(number)"]) == .unknownKey) }
        #expect(server.received.count == 2)
        advance(59)
        #expect(try await code(["kid": "stranger"]) == .unknownKey)
        #expect(server.received.count == 2)
        advance(1)
        for _ in 0..<5 { #expect(try await code(["kid": "stranger"]) == .unknownKey) }
        #expect(server.received.count == 3)
    }

    @Test func aKeyThatTheServerTookBackCountsNoLonger() async throws {
        #expect(try await code() == nil)
        server.edit { $0.keys.removeFirst() }
        advance(3600)
        #expect(try await code() == .unknownKey)
    }

    @Test func manyWaitForOneFetch() async throws {
        let gate = Gate()
        server.edit { $0.pause = { await gate.wait() } }
        let token = try server.token()
        let uids = try await withThrowingTaskGroup(of: String.self) { [verifier] group in
            for _ in 0..<50 { group.addTask { try await verifier.verify(idToken: token).uid } }
            await gate.waits()
            gate.open()
            var uids: [String] = []
            for try await uid in group { uids.append(uid) }
            return uids
        }
        #expect(uids.count == 50 && Set(uids) == ["ada"])
        #expect(server.received.count == 1)
    }

    @Test func aServerThatFailsIsLeftAloneForAMoment() async throws {
        server.edit { $0.status = 503 }
        #expect(try await code() == .keysUnavailable)
        for _ in 0..<5 { #expect(try await code() == .keysUnavailable) }
        #expect(server.received.count == 1)
        server.edit { $0.status = 200 }
        advance(5)
        #expect(try await code() == nil)
        #expect(server.received.count == 2)
    }

    @Test func keysThatAreTooOldAreNotUsedWhenTheServerIsGone() async throws {
        struct Gone: Error {}
        #expect(try await code() == nil)
        server.edit { $0.failure = Gone() }
        advance(3599)
        #expect(try await code() == nil)
        advance(1)
        #expect(try await code() == .keysUnavailable)
        #expect(!TokenVerificationError(.keysUnavailable, "").refusesToken)
    }

    @Test(arguments: ["", "[]", "{}", "{\"keys\":7}", "<html>", String(repeating: " ", count: 262_145)])
    func malformedKeySetsAreRejected(_ body: String) async throws {
        server.edit { $0.body = body }
        #expect(try await code() == .keysUnavailable)
    }

    @Test func unusableKeysAreIgnored() async throws {
        let good = server.state.withLock { $0.keys }
        let wrong: [(String, [[String: String]])] = [
            ("for encryption", [good[0].merging(["use": "enc"]) { $1 }]), ("without id", [good[0].filter { $0.key != "kid" }]),
            ("twice", [good[0], good[0]]), ("another curve", [good[0].merging(["crv": "P-384"]) { $1 }]),
            ("without point", [good[0].filter { $0.key != "x" }]), ("of another algorithm", [good[0].merging(["alg": "ES384"]) { $1 }]),
            ("a shared secret", [["kty": "oct", "kid": "ec", "k": "AAAA", "alg": "HS256"]]),
        ]
        for (sentence, keys) in wrong {
            let server = try PlayedServer()
            server.edit { $0.keys = keys }
            let verifier = try server.verifier()
            await #expect(throws: TokenVerificationError.self, "\(sentence)") { try await verifier.verify(idToken: try server.token()) }
        }
    }

    /// Opens once, for all current and later waiters.
    private final class Gate: Sendable {
        private let state = Mutex<(open: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))
        private let arrivals = AsyncStream<Void>.makeStream()

        /// Returns once a caller waits.
        func waits() async {
            for await _ in arrivals.stream { break }
        }

        func wait() async {
            arrivals.continuation.yield()
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.open { state.waiting.append(continuation) }
                    return state.open
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.open = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }
}
