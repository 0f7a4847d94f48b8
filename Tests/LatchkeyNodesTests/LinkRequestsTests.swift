import LatchkeyRealtime
import Synchronization
import Testing

@testable import LatchkeyNodes

/// The requests of a link that wait for their outcome.
struct LinkRequestsTests {
    private let requests = LinkRequests()
    private let failures = Failures()

    private final class Failures: Sendable {
        let errors = Mutex<[DatabaseError]>([])
    }

    private func begin(_ bytes: Int, writes: Int = 2, maxBytes: Int = 1000) -> Int? {
        var limits = DatabaseLimits()
        (limits.maxWaitingWrites, limits.maxWaitingBytes) = (writes, maxBytes)
        return requests.begin(bytes: bytes, limits: limits) { [failures] outcome in
            if case .failure(let error) = outcome { failures.errors.withLock { $0.append(error) } }
        }
    }

    @Test func onlyWritesCountTowardTheLimit() throws {
        for _ in 0..<5 { #expect(requests.begin { _ in } != nil) }
        let first = try #require(begin(10))
        #expect(begin(10) != nil && requests.writes == 2)
        #expect(begin(10) == nil)
        #expect(failures.errors.withLock { $0 } == [.unavailable])
        requests.finish(first, .success(()))
        #expect(begin(10) != nil)
    }

    @Test func bytesAreLimitedExceptForASingleWrite() throws {
        let large = try #require(begin(5000))
        #expect(begin(1) == nil)
        requests.finish(large, .success(()))
        #expect(begin(999) != nil && begin(1) != nil && begin(1, writes: 9) == nil)
    }

    @Test func everyRequestFailsWhenTheLinkEnds() {
        _ = begin(10)
        requests.end()
        #expect(begin(10) == nil && !requests.isOpen)
        #expect(failures.errors.withLock { $0 } == [.elsewhere, .elsewhere])
    }
}
