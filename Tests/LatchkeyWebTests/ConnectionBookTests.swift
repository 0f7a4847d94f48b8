import Testing

@testable import LatchkeyWeb

@Suite struct ConnectionBookTests {
    @Test func networkIsLimitedToItsShare() {
        var book = ConnectionBook<Int>(capacity: 10, share: 2, answered: 4)
        #expect(book.open(1, from: "a") == .stays)
        #expect(book.open(2, from: "a") == .stays)
        #expect(book.open(3, from: "a") == .init(refusal: .networkShare))
        #expect(book.open(4, from: "b") == .stays, "others have theirs")
        #expect([5, 6, 7].map { book.open($0, from: nil) } == [.stays, .stays, .stays], "a proxy's are many people's")
        book.leave(1)
        #expect(book.open(8, from: "a") == .stays)
        #expect(book.open(9, from: "a").refusal == .networkShare)
    }

    @Test func fullPortReplacesTheOldestSilentConnection() {
        var book = ConnectionBook<Int>(capacity: 3, share: 3, answered: 2)
        for id in 1...3 { #expect(book.open(id, from: "a") == .stays) }
        book.spoke(1)
        #expect(book.open(4, from: "b") == .init(replaced: 2))
        #expect(book.open(5, from: "b") == .init(replaced: 3))
        book.leave(2)
        book.spoke(4)
        #expect(book.open(6, from: nil) == .init(replaced: 5))
        book.spoke(6)
        // Every connection has sent a request: none is closed.
        #expect(book.open(7, from: nil) == .init(refusal: .full))
        #expect(book.isSilent(7) && !book.isSilent(1))
        #expect(book.refusal(of: 7) == .full && book.refusal(of: 1) == nil)
    }

    @Test func anotherPortKeepsItsReserve() {
        var book = ConnectionBook<Int>(capacity: 3, share: 3, answered: 2)
        for id in 1...2 {
            #expect(book.open(id, from: nil, leaving: 1) == .stays)
            book.spoke(id)
        }
        #expect(book.open(3, from: nil, leaving: 1) == .init(refusal: .full))
        #expect(book.open(4, from: nil) == .stays)
    }

    @Test func aPortWithAReserveDoesNotCloseConnectionsInIt() {
        var book = ConnectionBook<Int>(capacity: 4, share: 4, answered: 2)
        for id in 1...3 {
            #expect(book.open(id, from: nil, leaving: 1) == .stays)
            if id < 3 { book.spoke(id) }
        }
        #expect(book.open(4, from: nil) == .stays)
        // 4 is silent too, but belongs to the other port.
        #expect(book.open(5, from: nil, leaving: 1) == .init(replaced: 3))
        book.spoke(5)
        #expect(book.open(6, from: nil, leaving: 1) == .init(refusal: .full))
        #expect(book.open(7, from: nil) == .init(replaced: 4))
    }

    @Test func rejectedConnectionsAreLimitedToo() {
        var book = ConnectionBook<Int>(capacity: 1, share: 1, answered: 2)
        #expect(book.open(1, from: "a") == .stays)
        book.spoke(1)
        #expect(book.open(2, from: "a") == .init(refusal: .networkShare))
        #expect(book.open(3, from: "b") == .init(refusal: .full))
        #expect(book.open(4, from: "b") == .init(refusal: .full, replaced: 2))
        book.leave(3)
        #expect(book.open(5, from: "b") == .init(refusal: .full))
        book.leave(1)
        #expect(book.open(6, from: "a") == .stays, "rejected connections do not count")
    }

    @Test func connectionsThatAreGoneAreForgotten() {
        var book = ConnectionBook<Int>(capacity: 100, share: 100, answered: 2)
        for id in 0..<10_000 {
            _ = book.open(id, from: "a")
            if id % 2 == 0 { book.spoke(id) }
            book.leave(id)
        }
        #expect(book.rememberedTurns < 100)
    }

    @Test func aChannelThatComesAgainUnderTheSameNameIsAnotherOne() {
        var book = ConnectionBook<Int>(capacity: 1, share: 1, answered: 2)
        #expect(book.open(1, from: "a") == .stays)
        book.leave(1)
        #expect(book.open(1, from: "a") == .stays)
        book.spoke(1)
        #expect(book.open(2, from: "b") == .init(refusal: .full), "it has sent a request, so it is not closed")
    }
}
