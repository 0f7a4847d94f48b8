package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyTestSupport

/// The required behavior of all rate limits, as a list of test cases.
package enum RateLimitContract {
    /// A test case.
    package struct Case: Sendable, CustomStringConvertible {
        /// The required behavior, as a sentence.
        package let description: String
        private let body: @Sendable (Attempts) async throws -> Void

        init(_ sentence: String, _ body: @escaping @Sendable (Attempts) async throws -> Void) {
            description = sentence
            self.body = body
        }

        /// Checks the behavior.
        ///
        /// - Parameter makeLimits: Creates limits without counts, whose time is that of the clock.
        /// - Throws: ``ContractViolation`` when the limits behave differently.
        package func check(_ makeLimits: @Sendable (ManualClock) async throws -> any RateLimits) async throws {
            let clock = ManualClock()
            try await body(Attempts(limits: try await makeLimits(clock), clock: clock))
        }
    }

    /// Limits, and attempts for tests.
    struct Attempts: Sendable {
        let limits: any RateLimits
        let clock: ManualClock

        func caller(_ address: String? = "192.0.2.1", project: ProjectID = .sample) -> Caller {
            Caller(project: .sample(project), client: ClientDescription(address: address))
        }

        func admit(
            _ subject: String = "ada@example.org", from address: String? = "192.0.2.1", familiar: Bool = false, project: ProjectID = .sample
        ) async throws -> any AdmittedAttempt {
            try await limits.admit(.password, at: subject, by: caller(address, project: project), familiar: familiar)
        }

        /// The time until the next attempt, in seconds; 0 if the attempt was admitted, which counts it.
        func wait(
            _ subject: String = "ada@example.org", from address: String? = "192.0.2.1", project: ProjectID = .sample
        ) async throws -> Int {
            do {
                _ = try await admit(subject, from: address, project: project)
                return 0
            } catch let refusal as TooManyAttempts {
                return refusal.retryAfterSeconds
            }
        }

        /// - Returns: Whether the action was not refused.
        func take(_ quota: Quota, from address: String) async throws -> Bool {
            do {
                try await limits.take(.signUp, of: quota, by: caller(address))
                return true
            } catch is TooManyAttempts {
                return false
            }
        }
    }

    /// All test cases; each one is checked with new limits.
    package static let cases = backoff + targets + quotas

    private static let backoff = [
        Case("the wait doubles up to a quarter of an hour") { attempts in
            var waits: [Int] = []
            for _ in 0..<5 { try expect(await attempts.wait(), is: 0) }
            for _ in 0..<12 {
                let seconds = try await attempts.wait()
                waits.append(seconds)
                attempts.clock.advance(bySeconds: Double(seconds))
                try expect(await attempts.wait(), is: 0)
            }
            try expect(waits, is: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        },
        Case("attempts during the wait do not prolong it") { attempts in
            for _ in 0..<8 {
                _ = try await attempts.wait()
                attempts.clock.advance(bySeconds: 10)
            }
            try expect(await attempts.wait(), is: 0)
            for _ in 0..<20 { try expect(await attempts.wait(), is: 16) }
        },
        Case("a success resets the failures of its network, and an hour without an attempt resets them all") { attempts in
            for _ in 0..<4 { _ = try await attempts.wait() }
            try await attempts.admit().succeeded()
            for _ in 0..<5 { try expect(await attempts.wait(), is: 0) }
            try expect(await attempts.wait(), is: 1)
            attempts.clock.advance(bySeconds: 3600)
            for _ in 0..<5 { try expect(await attempts.wait(), is: 0) }
        },
        Case("a withdrawn attempt does not count") { attempts in
            for _ in 0..<50 { try await attempts.admit().withdraw() }
            try expect(await attempts.wait(), is: 0)
        },
        Case("of a hundred attempts at the same time, five are admitted") { attempts in
            let waits = try await concurrently(100) { _ in try await attempts.wait() }
            try expect(waits.count { $0 == 0 }, is: 5)
        },
        Case("only the first refusal is marked as the first") { attempts in
            for _ in 0..<5 { _ = try await attempts.wait() }
            var marks: [Bool] = []
            for _ in 0..<3 {
                do {
                    _ = try await attempts.admit()
                } catch let refusal as TooManyAttempts {
                    marks.append(refusal.isFirst)
                }
            }
            try expect(marks, is: [true, false, false])
        },
    ]

    private static let targets = [
        Case("accounts, networks and projects are counted separately") { attempts in
            for _ in 0..<6 { _ = try await attempts.wait() }
            try expect(await attempts.wait() > 0, "the account waits")
            try expect(await attempts.wait("bob@example.org"), is: 0)
            try expect(await attempts.wait(from: "192.0.2.2"), is: 0)
            try expect(await attempts.wait(project: "other-project"), is: 0)
        },
        Case("an IPv6 network of 64 bits is one network, and an IPv4-mapped address is the IPv4 address") { attempts in
            for _ in 0..<5 { _ = try await attempts.wait(from: "2001:db8:1:2::1") }
            try expect(await attempts.wait(from: "2001:db8:1:2:ffff::9") > 0, "the same network waits")
            try expect(await attempts.wait(from: "2001:db8:1:3::1"), is: 0)
            for _ in 0..<5 { _ = try await attempts.wait(from: "::ffff:192.0.2.1") }
            try expect(await attempts.wait(from: "192.0.2.1") > 0, "the same address waits")
            try expect(await attempts.wait(from: "::ffff:192.0.2.2"), is: 0)
        },
        Case("guesses from many networks slow down unknown networks only") { attempts in
            try await attempts.admit(from: "198.51.100.1").succeeded()
            for index in 0..<60 { _ = try await attempts.wait(from: "203.0.113.\(index)") }
            try expect(await attempts.wait(from: "192.0.2.77") > 0, "an unknown network waits")
            try expect(await attempts.wait(from: "198.51.100.1"), is: 0)
            try expect(await attempts.admit(from: "192.0.2.77", familiar: true).isFamiliar, is: true)
            attempts.clock.advance(bySeconds: 900)
            try expect(await attempts.wait(from: "192.0.2.78"), is: 0)
        },
        Case("old failures do not return with a success") { attempts in
            for index in 0..<60 { _ = try await attempts.wait(from: "203.0.113.\(index)") }
            try expect(await attempts.wait(from: "192.0.2.77") > 0, "an unknown network waits")
            attempts.clock.advance(bySeconds: 3600)
            try await attempts.admit(from: "198.51.100.1", familiar: true).succeeded()
            try expect(await attempts.wait(from: "192.0.2.77"), is: 0)
        },
        Case("refused attempts do not count at the other limits") { attempts in
            for index in 0..<50 { try expect(await attempts.wait(from: "203.0.113.\(index)"), is: 0) }
            for _ in 0..<20 { try expect(await attempts.wait() > 0, "all networks wait") }
            attempts.clock.advance(bySeconds: 600)
            for _ in 0..<5 { _ = try await attempts.admit(familiar: true) }
            for index in 0..<95 { try expect(await attempts.wait("\(index)@example.org"), is: 0) }
            for _ in 0..<20 { try expect(await attempts.wait("bob@example.org") > 0, "the network has no failures left") }
            attempts.clock.advance(bySeconds: 600)
            for _ in 0..<5 { try expect(await attempts.wait("bob@example.org"), is: 0) }
        },
        Case("a pardon resets the failures of one account from all networks") { attempts in
            let addresses = (0..<12).map { "192.0.2.\($0)" }
            for address in addresses { for _ in 0..<5 { _ = try await attempts.wait(from: address) } }
            try expect(await attempts.wait(from: addresses[3]) > 0, "the network waits")
            try expect(await attempts.wait(from: "198.51.100.1") > 0, "all networks wait")
            for round in 0..<2 {
                try expect(await attempts.wait("bob@example.org", from: "203.0.113.\(round)"), is: 0)
                await attempts.limits.forgive(.password, at: "ada@example.org", in: .sample)
                try expect(await attempts.wait(from: "198.51.100.1"), is: 0)
                for _ in 0..<5 { try expect(await attempts.wait(from: addresses[3]), is: 0) }
                try expect(await attempts.wait(from: addresses[3]) > 0, "new failures count")
            }
        },
    ]

    private static let quotas = [
        Case("a network has a quota of failures for all accounts") { attempts in
            for index in 0..<100 { try expect(await attempts.wait("\(index)@example.org"), is: 0) }
            try expect(await attempts.wait("100@example.org") > 0, "the network has no failures left")
            try expect(await attempts.wait("100@example.org", from: "192.0.2.2"), is: 0)
            attempts.clock.advance(bySeconds: 6)
            try expect(await attempts.wait("101@example.org"), is: 0)
            attempts.clock.advance(bySeconds: 600)
            for index in 0..<150 { try await attempts.admit("right \(index)").succeeded() }
        },
        Case("an IPv6 site of 48 bits has the failures of sixteen networks") { attempts in
            func address(_ index: Int) -> String { "2001:db8:1:\(String(index % 256, radix: 16))::1" }
            for index in 0..<1600 { try expect(await attempts.wait("\(index)@example.org", from: address(index)), is: 0) }
            try expect(await attempts.wait("new@example.org", from: address(300)) > 0, "the site has no failures left")
            try expect(await attempts.wait("new@example.org", from: "2001:db8:2::1"), is: 0)
            attempts.clock.advance(bySeconds: 600)
            for index in 0..<1700 { try await attempts.admit("right \(index)", from: address(index)).succeeded() }
        },
        Case("an IPv6 site of 48 bits has the quota of sixteen networks") { attempts in
            func made(from addresses: some Sequence<String>) async throws -> Int {
                var count = 0
                for address in addresses { count += try await attempts.take(Quota(3, everySeconds: 30), from: address) ? 1 : 0 }
                return count
            }
            let site = (0..<100).flatMap { network in (0..<4).map { "2001:db8:1:\(String(network, radix: 16))::\($0)" } }
            try expect(await made(from: site.prefix(8)), is: 6)
            try expect(await made(from: site.dropFirst(8)), is: 42)
            try expect(await made(from: ["2001:db8:2::1", "192.0.2.1"]), is: 2)
            attempts.clock.advance(bySeconds: 30)
            try expect(await made(from: site), is: 48)
        },
        Case("a quota refills over time, and an action can be given back") { attempts in
            let quota = Quota(3, everySeconds: 30)
            for _ in 0..<3 { try expect(await attempts.take(quota, from: "192.0.2.1"), is: true) }
            do {
                try await attempts.limits.take(.signUp, of: quota, by: attempts.caller())
            } catch let refusal as TooManyAttempts {
                try expect(refusal.retryAfterSeconds, is: 10)
            }
            try expect(await attempts.take(quota, from: "192.0.2.2"), is: true)
            attempts.clock.advance(bySeconds: 10)
            try expect(await attempts.take(quota, from: "192.0.2.1"), is: true)
            try expect(await attempts.take(quota, from: "192.0.2.1"), is: false)
            await attempts.limits.giveBack(.signUp, of: quota, by: attempts.caller())
            try expect(await attempts.take(quota, from: "192.0.2.1"), is: true)
            try expect(await attempts.take(quota, from: "192.0.2.1"), is: false)
        },
        Case("projects, recipients, and recipients of one network have quotas of their own") { attempts in
            let (limits, quota) = (attempts.limits, Quota(1, everySeconds: 86_400))
            func counts(_ body: () async throws -> Void) async throws {
                try await body()
                do {
                    try await body()
                } catch is TooManyAttempts {
                    return
                }
                try expect(false, "the second action is refused")
            }
            try await counts { try await limits.take(.message, of: quota, in: .sample) }
            try await counts { try await limits.take(.message, of: quota, in: "another") }
            try await counts { try await limits.take(.message, of: quota, for: "+4915112345678", in: .sample, from: nil) }
            for address in ["192.0.2.1", "192.0.2.2"] {
                try await counts {
                    try await limits.take(.message, of: quota, for: "+4915112345678", in: .sample, from: attempts.caller(address))
                }
            }
            await limits.giveBack(.message, of: quota, for: "+4915112345678", in: .sample)
            try await counts { try await limits.take(.message, of: quota, for: "+4915112345678", in: .sample, from: nil) }
            try await counts { try await limits.take(.secondFactorMessage, of: quota, for: "+4915112345678", in: .sample, from: nil) }
            try await counts { try await limits.take(.message, of: quota, for: "+4915112345678", in: .tenant, from: nil) }
        },
    ]
}
