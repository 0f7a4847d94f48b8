import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct PushIDTests {
    /// Returns the same bits every time.
    private struct Fixed: RandomNumberGenerator {
        let bits: UInt64
        mutating func next() -> UInt64 { bits }
    }

    @Test func aPushIdBeginsWithItsTime() {
        var generator = PushIDGenerator(randomness: Dice("push"))
        // 1,000,000,000,000 in eight digits of base 64: 0, 14, 35, 20, 41, 17, 0, 0.
        let id = generator.next(milliseconds: 1_000_000_000_000).text
        #expect(id.utf8.count == 20)
        #expect(id.hasPrefix("-DYJdG--"))
        #expect(generator.next(milliseconds: 0).text.hasPrefix("--------"))
        #expect(generator.next(milliseconds: (1 << 48) - 1).text.hasPrefix("zzzzzzzz"))
    }

    @Test func idsOfOneMillisecondCountUpWithACarry() {
        var zero = PushIDGenerator(randomness: Fixed(bits: 0))
        var last = zero.next(milliseconds: 5).text
        #expect(last.hasSuffix("------------"))
        for _ in 0..<63 { last = zero.next(milliseconds: 5).text }
        #expect(last.hasSuffix("-----------z"))
        #expect(zero.next(milliseconds: 5).text.hasSuffix("----------0-"))
    }

    @Test func idsSortByTheOrderOfMaking() {
        var dice = Dice("push order")
        var generator = PushIDGenerator(randomness: Dice("push chance"))
        var time: Int64 = 1_700_000_000_000
        var ids: [ChildKey] = []
        for _ in 0..<5000 {
            ids.append(generator.next(milliseconds: time))
            if dice.chance(1, in: 3) { time += Int64(dice.below(3)) }
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        #expect(ids.map(\.text) == ids.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
}
