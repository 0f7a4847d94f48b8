import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQL
import LatchkeyStoreContract
import LatchkeyTestSupport
import Testing

@testable import LatchkeyPostgres

extension PostgresTests {
    /// The counts of rate limits that nodes share.
    @Suite(.serialized, .timeLimit(.minutes(5))) struct PostgresTriesTests {
        private let address: String
        private let key = SymmetricKey(size: .bits256)
        private let quota = Quota(2, everySeconds: 86_400)

        init() async throws {
            address = try PostgresCluster.shared.makeDatabase()
            try PostgresStore.open(address, mode: .real, sealer: PostgresCluster.sealer).close()
        }

        private func tries(capacity: Int = 100, cleaningInterval: Duration = .seconds(3600)) -> PostgresTries {
            PostgresTries(PostgresLogin(address: address), capacity: capacity, cleaningInterval: cleaningInterval)
        }

        private func caller(_ address: String = "192.0.2.1") -> Caller {
            Caller(project: .sample(), client: ClientDescription(address: address))
        }

        private func count(_ condition: String = "true") throws -> Int {
            var count = 0
            _ = try PostgresConnection(address).execute("SELECT count(*) FROM store_try WHERE \(condition)", [:]) { count = try $0.next() }
            return count
        }

        @Test(arguments: RateLimitContract.cases)
        func keepsTheContract(_ behavior: RateLimitContract.Case) async throws {
            let tries = tries()
            defer { tries.close() }
            try await behavior.check {
                SharedThrottle(TimedTries(tries: tries, clock: $0), scope: "test", key: key, rememberingRefusalsFor: .zero)
            }
        }

        @Test func nodesCountTogetherAndScopesDoNot() async throws {
            let nodes = [tries(), tries()]
            defer { for node in nodes { node.close() } }
            let limits = nodes.map { SharedThrottle($0, scope: "public", key: key) }
            try await limits[0].take(.signUp, of: quota, by: caller())
            try await limits[1].take(.signUp, of: quota, by: caller())
            for limits in limits {
                await #expect(throws: TooManyAttempts.self) { try await limits.take(.signUp, of: quota, by: caller()) }
            }
            try await SharedThrottle(nodes[0], scope: "console", key: key).take(.signUp, of: quota, by: caller())
        }

        /// Attempts from different networks at the same accounts lock common rows.
        @Test func concurrentAttemptsAtAllNodesAreCountedOnce() async throws {
            let nodes = [tries(), tries()]
            defer { for node in nodes { node.close() } }
            let clock = ManualClock()
            let limits = nodes.map { SharedThrottle(TimedTries(tries: $0, clock: clock), scope: "public", key: key) }
            let admitted = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<200 {
                    group.addTask {
                        do {
                            let caller = caller("2001:db8:1:\(index % 10)::1")
                            _ = try await limits[index % 2].admit(.password, at: "\(index % 4)", by: caller, familiar: false)
                            return 1
                        } catch is TooManyAttempts {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            // Ten networks, each with two of the accounts, have five attempts at each.
            #expect(admitted == 100)
        }

        @Test func countsWithoutEffectAreRemoved() async throws {
            let tries = tries(cleaningInterval: .zero)
            defer { tries.close() }
            let limits = SharedThrottle(tries, scope: "public", key: key)
            try await limits.take(.signUp, of: Quota(1, everySeconds: 0.001), by: caller("192.0.2.1"))
            while try count() > 0 {
                try await limits.take(.signUp, of: Quota(1, everySeconds: 0.001), in: .sample)
                await Task.yield()
            }
        }

        @Test func oldestCountsAreRemovedWhenThereAreTooMany() async throws {
            let tries = tries(capacity: 10, cleaningInterval: .zero)
            defer { tries.close() }
            let limits = SharedThrottle(tries, scope: "public", key: key)
            let quota = Quota(1, everySeconds: 86_400)
            try await limits.take(.signUp, of: quota, in: .sample)
            for index in 0..<30 { try await limits.take(.signUp, of: quota, by: caller("192.0.2.\(index)")) }
            while try count("kind = 4") > 10 { try? await limits.take(.signUp, of: quota, by: caller("192.0.2.29")) }
            // Neither those of projects nor the newest ones.
            await #expect(throws: TooManyAttempts.self) { try await limits.take(.signUp, of: quota, in: .sample) }
            await #expect(throws: TooManyAttempts.self) { try await limits.take(.signUp, of: quota, by: caller("192.0.2.29")) }
            try await limits.take(.signUp, of: quota, by: caller("192.0.2.0"))
        }

        @Test func nothingIsAdmittedWithoutPostgres() async throws {
            let tries = PostgresTries(PostgresLogin(address: "host=/nowhere dbname=none"))
            let limits = SharedThrottle(tries, scope: "public", key: key)
            await #expect(throws: StoreTrouble.self) { try await limits.take(.signUp, of: quota, by: caller()) }
            await #expect(throws: StoreTrouble.self) {
                try await limits.admit(.password, at: "ada@example.org", by: caller(), familiar: true)
            }
        }
    }
}

/// Counts in PostgreSQL with the time of a test.
private struct TimedTries: TryStore {
    let tries: PostgresTries
    let clock: ManualClock

    func change<Result: Sendable>(
        _ places: [TryPlace], _ change: @escaping @Sendable (inout [TryState?], Date) -> Result
    ) async throws -> Result {
        try await tries.change(places) { states, _ in change(&states, clock.now()) }
    }
}
