import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct PollSegmentsTests {
    private typealias Segment = PollSegments.Segment

    /// Splits messages as clients do: base64 with characters that need no encoding in a URL.
    private func segments(_ messages: [String], every size: Int) -> [Segment] {
        var all: [Segment] = []
        for message in messages {
            let text = Data(message.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
                "=", with: ".")
            let parts = stride(from: 0, to: text.count, by: size).map { String(text.dropFirst($0).prefix(size)) }
            all += parts.enumerated().map { Segment(number: all.count + $0.offset, total: parts.count, data: $0.element) }
        }
        return all
    }

    @Test func messagesComeWholeAndInOrderHoweverTheirPiecesCome() async throws {
        let soak = Soak.standard
        var dice = Dice("pieces")
        for await round in soak.rounds(50) {
            let messages = (0...dice.below(6)).map { index in
                "\(index):" + (0...dice.below(90)).map { _ in dice.pick(["a", "é", ">", "?", "~", "\u{1F600}"]) }.joined()
            }
            // In total fewer segments than the maximum distance.
            var waiting = segments(messages, every: 4 + dice.below(40))
            for index in waiting.indices { waiting.swapAt(index, dice.below(waiting.count)) }
            waiting += waiting.prefix(3)
            var (read, found) = (PollSegments(), [String]())
            while !waiting.isEmpty {
                let count = min(waiting.count, 1 + dice.below(5))
                found += try read.take(Array(waiting.prefix(count)), maxBytes: 10_000).map { String(decoding: $0, as: UTF8.self) }
                waiting.removeFirst(count)
            }
            #expect(found == messages, "LATCHKEY_SEED=\(soak.seed), round \(round)")
        }
    }

    @Test(arguments: [
        "a piece far ahead", "a message of no pieces", "a message that says two numbers of pieces", "no base64", "too much",
        "too much that waits for its turn", "the largest numbers",
    ])
    func invalidSegmentsAreRejected(_ what: String) {
        let long = String(repeating: "A", count: 1000)
        let segments =
            switch what {
            case "a piece far ahead": [Segment(number: 1024, total: 1, data: "e30.")]
            case "a message of no pieces": [Segment(number: 0, total: 0, data: "e30.")]
            case "a message that says two numbers of pieces":
                [Segment(number: 0, total: 2, data: "e3"), Segment(number: 1, total: 3, data: "0.")]
            case "no base64": [Segment(number: 0, total: 1, data: "!")]
            case "too much": [Segment(number: 0, total: 2, data: String(repeating: long, count: 140))]
            case "too much that waits for its turn": (1..<200).map { Segment(number: $0, total: 1, data: long) }
            default: [Segment(number: 999_999_999, total: 999_999_999, data: "")]
            }
        var read = PollSegments()
        #expect(throws: SocketRequestError.self) { try read.take(segments, maxBytes: 100_000) }
    }

    @Test func readSegmentsAreReleased() throws {
        var read = PollSegments()
        for number in 0..<100 {
            let data = Data([UInt8](repeating: 65, count: 900)).base64EncodedString()
            #expect(try read.take([Segment(number: number, total: 1, data: data)], maxBytes: 1000).count == 1)
        }
    }
}
