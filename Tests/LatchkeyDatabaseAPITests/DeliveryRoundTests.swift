import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct DeliveryRoundTests {
    /// The events in their order.
    private final class Diary: Sendable {
        private let entries = Mutex<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    @Test func requestsAreHandledBetweenDeliveries() {
        let (loop, diary) = (EmbeddedEventLoop(), Diary())
        let round = DeliveryRound(loop)
        for number in 0..<1000 { round.add { diary.note("\(number)") } }
        loop.run()
        let first = diary.all
        #expect(!first.isEmpty && first.count <= 100, "a round lasts about a millisecond, then other tasks run")
        loop.execute { diary.note("request") }
        loop.run()
        loop.advanceTime(by: .seconds(1))
        #expect(diary.all.firstIndex(of: "request") == first.count)
        #expect(diary.all.filter { $0 != "request" } == (0..<1000).map(String.init))
    }

    @Test func itemsAddedDuringARoundAreDelivered() {
        let (loop, diary) = (EmbeddedEventLoop(), Diary())
        let round = DeliveryRound(loop)
        round.add {
            diary.note("first")
            round.add { diary.note("of the first") }
        }
        loop.run()
        loop.advanceTime(by: .seconds(1))
        round.add { diary.note("later") }
        loop.run()
        #expect(diary.all == ["first", "of the first", "later"])
    }

    @Test func eachEventLoopHasARoundOfItsOwn() {
        let rounds = DeliveryRounds()
        let loops = [EmbeddedEventLoop(), EmbeddedEventLoop()]
        #expect(rounds.round(of: loops[0]) === rounds.round(of: loops[0]))
        #expect(rounds.round(of: loops[0]) !== rounds.round(of: loops[1]))
    }
}
