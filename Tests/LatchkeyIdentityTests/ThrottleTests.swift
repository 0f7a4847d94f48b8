import Crypto
import Foundation
import LatchkeySecrets
import LatchkeyStoreContract
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

@Suite struct ThrottleTests {
    private let throttle = Throttle(now: ManualClock().now)

    private func caller(_ address: String) -> Caller {
        Caller(project: .sample(), client: ClientDescription(address: address))
    }

    @Test(arguments: RateLimitContract.cases)
    func keepsTheContract(_ behavior: RateLimitContract.Case) async throws {
        try await behavior.check { Throttle(now: $0.now) }
    }

    /// The counts of each call are stored and read again.
    @Test(arguments: RateLimitContract.cases)
    func storedCountsKeepTheContract(_ behavior: RateLimitContract.Case) async throws {
        try await behavior.check {
            SharedThrottle(
                MemoryTries(clock: $0), scope: "test", key: SymmetricKey(size: .bits256), rememberingRefusalsFor: .zero)
        }
    }

    @Test func floodAtOneCountDoesNotReachTheStore() async throws {
        let tries = MemoryTries(clock: ManualClock())
        let limits = SharedThrottle(tries, scope: "test", key: SymmetricKey(size: .bits256), rememberingRefusalsFor: .seconds(3600))
        func attempt(_ address: String, familiar: Bool = false) async -> TooManyAttempts? {
            do {
                _ = try await limits.admit(.password, at: "ada@example.org", by: caller(address), familiar: familiar)
                return nil
            } catch {
                return error as? TooManyAttempts
            }
        }
        for _ in 0..<5 { #expect(await attempt("192.0.2.1") == nil) }
        #expect(await attempt("192.0.2.1")?.isFirst == true)
        for _ in 0..<100 { #expect(await attempt("192.0.2.1")?.isFirst == false) }
        #expect(tries.calls == 6)
        #expect(await attempt("192.0.2.2") == nil, "other networks are not held up")
        // Attempts from everywhere hold up unknown networks only.
        for index in 0..<60 { _ = await attempt("203.0.113.\(index)") }
        #expect(await attempt("198.51.100.1")?.causedElsewhere == true)
        let calls = tries.calls
        for _ in 0..<100 { #expect(await attempt("198.51.100.1")?.causedElsewhere == true) }
        #expect(tries.calls == calls)
        #expect(await attempt("198.51.100.1", familiar: true) == nil)
    }

    /// Only the store knows that the account was opened from the network before.
    @Test func floodFromManyNetworksDoesNotHoldUpAFamiliarOne() async throws {
        let limits = SharedThrottle(
            MemoryTries(clock: ManualClock()), scope: "test", key: SymmetricKey(size: .bits256), rememberingRefusalsFor: .seconds(3600))
        func attempt(_ address: String) async throws -> SharedThrottle.Admission {
            try await limits.admit(.password, at: "ada@example.org", by: caller(address), familiar: false)
        }
        try await attempt("198.51.100.1").succeeded()
        for index in 0..<60 { _ = try? await attempt("203.0.113.\(index)") }
        await #expect(throws: TooManyAttempts.self) { try await attempt("192.0.2.77") }
        #expect(try await attempt("198.51.100.1").isFamiliar)
    }

    @Test func floodOfNetworksDoesNotEvictProjectCounts() throws {
        try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: .sample)
        for index in 0..<120_000 {
            let stranger = caller("10.\(index >> 16).\(index >> 8 & 255).\(index & 255)")
            try throttle.take(.message, of: Quota(5, everySeconds: 3600), by: stranger)
        }
        #expect(throws: TooManyAttempts.self) { try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: .sample) }
        try throttle.take(.message, of: Quota(1, everySeconds: 86_400), in: "another")
    }

    /// Mails can be requested for any address.
    @Test func floodOfRecipientsDoesNotEvictNetworkCounts() throws {
        let stranger = caller("192.0.2.1")
        try throttle.take(.signUp, of: Quota(1, everySeconds: 86_400), by: stranger)
        for index in 0..<120_000 {
            try throttle.take(.mail(.passwordReset), of: Quota(5, everySeconds: 3600), for: "\(index)@example.org", in: .sample)
        }
        #expect(throws: TooManyAttempts.self) { try throttle.take(.signUp, of: Quota(1, everySeconds: 86_400), by: stranger) }
    }

    @Test func unusedKeysAreEvictedFirst() {
        var cache = RecentlyUsed<Int, Int>(capacity: 100)
        for key in 0..<10_000 {
            cache[key] = key
            if key > 0 { #expect(cache[0] == 0, "in use") }
        }
        #expect((0..<10_000).count(where: { cache[$0] != nil }) <= 100)
        #expect(cache[9_999] == 9_999)
    }
}

/// Stored counts in memory, with no state beside what is stored.
private final class MemoryTries: TryStore {
    private struct Place: Hashable {
        let kind: TryPlace.Kind
        let key: [UInt8]
    }

    private let states = Mutex<[Place: TryState]>([:])
    private let count = Atomic(0)
    var calls: Int { count.load(ordering: .relaxed) }
    private let clock: ManualClock

    init(clock: ManualClock) {
        self.clock = clock
    }

    func change<Result: Sendable>(
        _ places: [TryPlace], _ change: @escaping @Sendable (inout [TryState?], Date) -> Result
    ) async throws -> Result {
        count.add(1, ordering: .relaxed)
        return states.withLock { states in
            let keys = places.map { Place(kind: $0.kind, key: $0.key.bytes) }
            var found = keys.map { states[$0] }
            let result = change(&found, clock.now())
            for (key, state) in zip(keys, found) { states[key] = state }
            return result
        }
    }
}
