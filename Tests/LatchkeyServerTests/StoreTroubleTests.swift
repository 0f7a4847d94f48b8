import HTTPTypes
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyServerTestSupport
import Logging
import Synchronization
import Testing

@testable import LatchkeyServer
@testable import LatchkeyWeb

/// The responses while the store's disk is full or gone.
@Suite struct StoreTroubleTests {
    /// A store with writes that wait until a test releases them.
    private final class SlowStore: AccountStore {
        private struct State {
            var writes = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
            var isOpen = false
        }
        private let base: SQLiteStore
        private let state = Mutex(State())
        private let arrivals = AsyncStream<Void>.makeStream()

        init() throws { base = try SQLiteStore.inMemory() }

        /// Returns once a write waits.
        func isWriting() async {
            for await _ in arrivals.stream { break }
        }

        var writes: Int { state.withLock { $0.writes } }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T { try await base.read(body) }

        func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    state.writes += 1
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if goesOn { continuation.resume() }
                arrivals.continuation.yield()
            }
            return try await base.write(body)
        }

        var configurationRevision: Int { base.configurationRevision }
        var revision: Int { base.revision }
        var maxRevisionDelay: Duration { base.maxRevisionDelay }
        var outboxBell: OutboxBell { base.outboxBell }
        var commitSteps: CommitSteps { base.commitSteps }
        var committedEvents: CommittedEvents { base.committedEvents }
    }

    /// Unauthenticated clients may call it, and each check writes to the disk.
    @Test func concurrentRequestsShareOneCheck() async throws {
        let store = try SlowStore()
        let clock = TestClock()
        let readiness = Readiness(store: store, now: { clock.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        let logger = Logger(label: "tests")
        let first = Task { await readiness.check(logger: logger).state == .working }
        await store.isWriting()
        let others = (0..<20).map { _ in Task { await readiness.check(logger: logger).state == .working } }
        for _ in 0..<1_000 { await Task.yield() }
        store.open()
        #expect(await first.value)
        for other in others { #expect(await other.value) }
        #expect(store.writes == 1)
    }

    /// A change can wait for a standby for half a minute, which a load balancer and a monitoring system do not.
    @Test func aStoreThatDoesNotRespondIsReportedInTime() async throws {
        let store = try SlowStore()
        let clock = TestClock()
        let readiness = Readiness(store: store, now: { clock.now }, sleep: { _ in await store.isWriting() })
        let logger = Logger(label: "tests")
        let late = await readiness.check(logger: logger)
        #expect(late.state == .readOnly && late.cause?.contains("did not confirm a change") == true)
        clock.advance(bySeconds: 60)
        #expect(await readiness.check(logger: logger) == late)
        #expect(store.writes == 1, "the former check still waits")
        store.open()
        let end = ContinuousClock.now + .seconds(60)
        while await readiness.check(logger: logger).state != .working, ContinuousClock.now < end { await Task.yield() }
        #expect(readiness.last?.state == .working)
    }

    private struct Stage {
        let store: TroubledStore
        let server: TestServer

        init() async throws {
            store = try TroubledStore()
            server = try await TestServer(store: store)
        }
    }

    private static func signUp(_ caller: TestServer.Caller, _ email: String = "ada@example.org") async throws -> Reply {
        try await caller.call("accounts:signUp", ["email": email, "password": "lovelace", "returnSecureToken": true])
    }

    private static func refresh(_ caller: TestServer.Caller, _ token: String, path: String = "/v1/token") async throws -> Reply {
        try await caller.send(
            .post, "\(path)?key=\(caller.apiKey)", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: "grant_type=refresh_token&refresh_token=\(token)")
    }

    @Test func aFullDiskSignsNoUserOut() async throws {
        let stage = try await Stage()
        try await stage.server.run { caller in
            let account = try await Self.signUp(caller)
            let token = try #require(account["refreshToken"])
            stage.store.begin(.writes)
            // After the interval at which the use of a session is stored again.
            stage.server.clock.advance(bySeconds: 3000)
            let refreshed = try await Self.refresh(caller, token)
            #expect(refreshed.status == .ok && refreshed["refresh_token"] == token, "\(refreshed.text)")
            let found = try await caller.call("accounts:lookup", ["idToken": refreshed["id_token"]])
            #expect(found.status == .ok, "\(found.text)")
        }
    }

    @Test(arguments: ["/v1/token", "/securetoken.googleapis.com/v1/token"])
    func aRefreshWithoutAStoreIsRefusedWithoutJSON(_ path: String) async throws {
        let stage = try await Stage()
        try await stage.server.run { caller in
            let account = try await Self.signUp(caller)
            let token = try #require(account["refreshToken"])
            stage.store.begin(.everything)
            let refused = try await Self.refresh(caller, token, path: path)
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "30")
            #expect(refused.headers[.contentType] == "text/plain; charset=utf-8" && refused.json.isEmpty)
            stage.store.end()
            #expect(try await Self.refresh(caller, token, path: path).status == .ok)
        }
    }

    @Test(arguments: [
        "/v1/accounts:lookup", "/identitytoolkit.googleapis.com/v1/accounts:lookup",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo",
    ])
    func aLookupWithoutAStoreIsRefusedWithoutJSON(_ path: String) async throws {
        let stage = try await Stage()
        try await stage.server.run { caller in
            let account = try await Self.signUp(caller)
            let idToken = try #require(account["idToken"])
            let body = #"{"idToken":"\#(idToken)"}"#
            stage.store.begin(.everything)
            let refused = try await caller.post("\(path)?key=\(caller.apiKey)", body)
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "30")
            #expect(refused.headers[.contentType] == "text/plain; charset=utf-8" && refused.json.isEmpty)
            stage.store.end()
            #expect(try await caller.post("\(path)?key=\(caller.apiKey)", body).status == .ok)
        }
    }

    /// Errors of the caller are reported as usual.
    @Test func otherErrorsOfTheseCallsAreJSON() async throws {
        try await Stage().server.run { caller in
            let refreshed = try await Self.refresh(caller, "lkr_unknown")
            let found = try await caller.call("accounts:lookup", ["idToken": "x"])
            #expect(refreshed.error == "INVALID_REFRESH_TOKEN" && found.error == "INVALID_ID_TOKEN")
        }
    }

    @Test(arguments: [TroubledStore.Trouble.writes, .everything])
    func otherCallsSayWhenToTryAgain(_ trouble: TroubledStore.Trouble) async throws {
        let stage = try await Stage()
        try await stage.server.run { caller in
            stage.store.begin(trouble)
            let refused = try await Self.signUp(caller)
            #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "30")
            #expect(refused.error == "UNAVAILABLE", "\(refused.text)")
            let error = refused.json["error"] as? [String: Any]
            #expect(error?["code"] as? Int == 503 && error?["status"] as? String == "UNAVAILABLE")
            stage.store.end()
            #expect(try await Self.signUp(caller).status == .ok)
        }
    }

    @Test(arguments: [TroubledStore.Trouble.writes, .everything])
    func aServerThatCannotWriteIsNotReady(_ trouble: TroubledStore.Trouble) async throws {
        let stage = try await Stage()
        try await stage.server.run { caller in
            #expect(try await caller.send(.get, "/readyz").status == .ok)
            stage.store.begin(trouble)
            stage.server.clock.advance(bySeconds: 1)
            let reply = try await caller.send(.get, "/readyz")
            #expect(reply.status == .serviceUnavailable && reply["status"] == "unavailable")
            #expect(try await caller.send(.get, "/healthz").status == .ok)
            stage.store.end()
            stage.server.clock.advance(bySeconds: 1)
            #expect(try await caller.send(.get, "/readyz").status == .ok)
        }
    }
}
