import LatchkeyMail
import LatchkeySecrets
import Testing

@Suite struct RetryScheduleTests {
    /// In the middle of the jitter range, at its beginning and at its end.
    private static func random(_ byte: UInt8) -> RandomTokens { RandomTokens { Array(repeating: byte, count: $0) } }

    @Test func delaysDoubleUpToTheLongest() {
        let schedule = RetrySchedule(firstDelaySeconds: 5, maxDelaySeconds: 60, maxAttempts: 7, jitter: 0)
        let delays = (1...8).map { schedule.delaySeconds(afterAttempt: $0, random: .system) }
        #expect(delays == [5, 10, 20, 40, 60, 60, nil, nil])
    }

    @Test func jitterIsNeverMoreThanItsPart() throws {
        let schedule = RetrySchedule(firstDelaySeconds: 100, maxDelaySeconds: 900, maxAttempts: 5, jitter: 0.2)
        let shortest = try #require(schedule.delaySeconds(afterAttempt: 1, random: Self.random(0)))
        let longest = try #require(schedule.delaySeconds(afterAttempt: 1, random: Self.random(255)))
        #expect(abs(shortest - 80) < 0.001)
        #expect(abs(longest - 120) < 0.001)
    }
}
