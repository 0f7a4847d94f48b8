import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import NIOCore
import NIOPosix
import Testing

@testable import LatchkeyWeb

/// The cost of sign-ins for the server, seen from outside.
@Suite struct HashingLoadTests {
    @Test func fullPoolRefusesKnownAndUnknownAddresses() async throws {
        let server = try await TestServer()
        let account = ["email": "ada@example.org", "password": "a password"]
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", account)
            #expect(made.status == .ok)
        }
        let pool = HashingPool(width: 1, capacity: 0)
        let gate = DispatchSemaphore(value: 0)
        let entered = AsyncStream.makeStream(of: Void.self)
        let occupant = Task {
            try await pool.run(for: .own) {
                entered.continuation.finish()
                _ = gate.wait(timeout: .now() + 300)
            }
        }
        for await _ in entered.stream {}
        try await server.run(hashing: pool) { caller in
            // Each refused request would have hashed a password: an unknown address costs as much as a wrong password.
            for (email, password) in [
                ("ada@example.org", "a password"), ("ada@example.org", "another"), ("nobody@example.org", "a password"),
                ("nobody@example.org", String(repeating: "x", count: 10_000)),
            ] {
                let reply = try await caller.call("accounts:signInWithPassword", ["email": email, "password": password])
                #expect(reply.status == .tooManyRequests)
                #expect(reply.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
                let seconds = reply.headers[.retryAfter].flatMap { Int($0) } ?? 0
                #expect(seconds > 0)
            }
            #expect(
                try await caller.call("accounts:signUp", ["email": "new@example.org", "password": "secret"]).status == .tooManyRequests)
            #expect(try await caller.call("accounts:signUp", [:]).status == .ok)
        }
        gate.signal()
        try await occupant.value
    }

    /// Occupies a pool of width 1 until it is released.
    private struct Occupant {
        private let gate: DispatchSemaphore
        private let task: Task<Void, any Error>

        init(_ pool: HashingPool) async {
            let gate = DispatchSemaphore(value: 0)
            let entered = AsyncStream.makeStream(of: Void.self)
            self.gate = gate
            task = Task {
                try await pool.run(for: .own) {
                    entered.continuation.finish()
                    _ = gate.wait(timeout: .now() + 300)
                }
            }
            for await _ in entered.stream {}
        }

        func leave() async throws {
            gate.signal()
            try await task.value
        }
    }

    private func waits(_ count: Int, in pool: HashingPool) async {
        while pool.waitingCount != count { await Task.yield() }
    }

    /// Unknown networks are in the same class for known and unknown email addresses: both are dropped first.
    @Test(.timeLimit(.minutes(5)), arguments: ["ada@example.org", "nobody@example.org"])
    func knownNetworksHavePriorityOverUnknownOnes(at email: String) async throws {
        let server = try await TestServer()
        let clock = server.clock
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "a password"])
            #expect(made.status == .ok)
        }
        let pool = HashingPool(width: 1, capacity: 1)
        let signIn = PasswordSignIn(
            store: server.store, sessions: Sessions(store: server.store, authority: server.authority, now: { clock.now }),
            passwords: PasswordVault(pool: pool, sealer: server.sealer), throttle: Throttle(now: { clock.now }), now: { clock.now })
        @Sendable func open(_ email: String, _ password: String, from address: String) async throws {
            _ = try await signIn.signIn(
                email: try #require(EmailAddress(email)), password: .init(password),
                caller: LatchkeyIdentity.Caller(project: server.project, client: ClientDescription(address: address)))
        }
        try await open("ada@example.org", "a password", from: "192.0.2.1")
        let occupant = await Occupant(pool)
        let stranger = Task { try await open(email, "wrong", from: "198.51.100.1") }
        await waits(1, in: pool)
        let holder = Task { try await open("ada@example.org", "a password", from: "192.0.2.1") }
        await #expect(throws: HashingPoolFull.self) { try await stranger.value }
        await waits(1, in: pool)
        // The familiarity applies to one network and one email address only.
        await #expect(throws: HashingPoolFull.self) { try await open("ada@example.org", "a password", from: "198.51.100.2") }
        await #expect(throws: HashingPoolFull.self) { try await open("grace@example.org", "wrong", from: "192.0.2.1") }
        try await occupant.leave()
        try await holder.value
    }

    @Test(.timeLimit(.minutes(5))) func disconnectedClientLeavesTheQueue() async throws {
        let server = try await TestServer()
        let pool = HashingPool(width: 1, capacity: 8)
        let router = ServerRoutes.router(server.parts(hashing: pool))
        let app = Application(
            responder: router.buildResponder(), server: HTTPServerBuilder { LoopBoundChannel(responder: $0) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        let body = #"{"email":"ada@example.org","password":"a password"}"#
        let request = """
            POST /v1/accounts:signInWithPassword?key=\(server.apiKey) HTTP/1.1\r
            Host: auth.example.org\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
        let occupant = await Occupant(pool)
        try await app.test(.live) { client in
            let port = try #require(client.port)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.writeAndFlush(ByteBuffer(string: request))
            await waits(1, in: pool)
            try await channel.close()
            await waits(0, in: pool)
        }
        try await occupant.leave()
    }
}
