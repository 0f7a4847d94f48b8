import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@Suite struct SeededRandomTests {
    /// The first outputs of SplitMix64 for the seed 1234567, as its authors' reference program prints them; least significant byte first.
    @Test func generatorMatchesSplitMix64() {
        let expected: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        let bytes = expected.flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init) }
        #expect(RandomTokens.seeded(1_234_567).data(count: 24) == bytes)
    }

    @Test func repeatsItselfForTheSameSeedOnly() {
        let random = RandomTokens.seeded(1)
        let tokens = [random.token(), random.token()]
        let again = RandomTokens.seeded(1)
        #expect([again.token(), again.token()] == tokens)
        #expect(tokens[0] != tokens[1])
        #expect(RandomTokens.seeded(2).token() != tokens[0])
        #expect(random.data(count: 13).count == 13)
    }
}

@Suite struct ManualClockTests {
    @Test func clockMovesWhenAdvanced() {
        let clock = ManualClock()
        let now = clock.now
        #expect(now() == ManualClock.start)
        clock.advance(bySeconds: 90)
        #expect(now() == ManualClock.start.addingTimeInterval(90))
        clock.advance(bySeconds: -100)
        #expect(now().timeIntervalSince(ManualClock.start) == -10)
    }
}
