import Testing

@testable import LatchkeyPostgres

/// When a node takes another one for ended. Leases have a term of 8 s; a gap of more than 3 s between two looks begins anew.
struct NodeBeatsTests {
    private let start = ContinuousClock.now

    /// Looks at beats of two nodes once a second, and returns which have ended after each look.
    private func ends(_ looks: [(second: Double, beats: [Int64: Int64])]) -> [[Int64: Int64]] {
        var beats = NodeBeats(term: .seconds(8), longestGap: .seconds(3))
        return looks.map { beats.look(at: $0.beats, now: start + .seconds($0.second)) }
    }

    @Test func leaseEndsAfterATermWithTheSameBeat() {
        let looks = (0...8).map { (second: Double($0), beats: [1: 5, 2: Int64($0)] as [Int64: Int64]) }
        #expect(ends(looks) == [[:], [:], [:], [:], [:], [:], [:], [:], [1: 5]])
    }

    @Test func beatBeginsTheTermAgain() {
        let looks = (0...12).map { (second: Double($0), beats: [1: $0 < 4 ? 5 : 6] as [Int64: Int64]) }
        #expect(ends(looks).map(\.isEmpty) == Array(repeating: true, count: 12) + [false])
    }

    /// All nodes have lost PostgreSQL, and raise their beats again after it is back.
    @Test func gapBeginsTheTermAgain() {
        let looks: [(second: Double, beats: [Int64: Int64])] = [
            (0, [1: 5]), (1, [1: 5]), (30, [1: 5]), (31, [1: 5]), (34, [1: 5]), (37, [1: 5]),
        ]
        #expect(ends(looks) == [[:], [:], [:], [:], [:], [:]])
        #expect(ends(looks + [(38, [1: 5])]).last == [1: 5])
    }

    @Test func leaseThatIsGoneIsForgotten() {
        let seconds = (0...8).map(Double.init)
        let looks = seconds.map { (second: $0, beats: ($0 == 4 ? [:] : [1: 5]) as [Int64: Int64]) }
        #expect(ends(looks).last == [:])
    }
}
