// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import Testing

/// What sign-ins cost the server, seen from outside.
@Suite struct HashingLoadTests {
    @Test func aFullPoolTurnsAwayKnownAndUnknownAlike() async throws {
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
            try await pool.run {
                entered.continuation.finish()
                _ = gate.wait(timeout: .now() + 300)
            }
        }
        for await _ in entered.stream {}
        try await server.run(hashing: pool) { caller in
            // Whoever is refused here would have had something hashed: an unknown address costs what a wrong password costs.
            for (email, password) in [
                ("ada@example.org", "a password"), ("ada@example.org", "another"), ("nobody@example.org", "a password"),
                ("nobody@example.org", String(repeating: "x", count: 10_000)),
            ] {
                let answer = try await caller.call("accounts:signInWithPassword", ["email": email, "password": password])
                #expect(answer.status == .tooManyRequests)
                #expect(answer.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
                let seconds = answer.headers[.retryAfter].flatMap { Int($0) } ?? 0
                #expect(seconds > 0)
            }
            #expect(
                try await caller.call("accounts:signUp", ["email": "new@example.org", "password": "secret"]).status == .tooManyRequests)
            #expect(try await caller.call("accounts:signUp", [:]).status == .ok)
        }
        gate.signal()
        try await occupant.value
    }
}
