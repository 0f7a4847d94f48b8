import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

/// Many writes to one wide node with several listeners, each of which keeps a copy: `LATCHKEY_SOAK` makes it millions of writes.
@Suite struct SoakTests {
    struct ModelEntry {
        var score: Double?
        var text: String
    }

    @Test func listenersOfAWideNodeMatchADictionary() async throws {
        var dice = Dice("soak")
        var model: [String: ModelEntry] = [:]
        var node = Node.empty
        let orders: [[String: String]] = [
            ["orderBy": "\"score\"", "limitToLast": "7"], ["orderBy": "\"score\"", "limitToFirst": "5", "startAt": "20"],
            ["orderBy": "\"score\"", "startAfter": "30", "endBefore": "34"], ["orderBy": "\"$key\"", "limitToLast": "9"],
            ["orderBy": "\"$key\"", "startAt": "\"k5\"", "endAt": "\"k52\""],
        ]
        let queries = try orders.map { try Query(parameters: $0) }
        var views = queries.map { _ in Node.empty }
        for await number in Soak.standard.rounds(6000) {
            let name = "k\(dice.below(2000))"
            let before = node
            switch dice.below(10) {
            case 0, 1, 2:
                model[name] = nil
                node = node.setting(.empty, at: try path(name))
            case 3:
                guard model[name] != nil else { continue }
                model[name]?.text = "t\(number)"
                node = node.setting(.leaf(.string("t\(number)")), at: try path("\(name)/text"))
            default:
                let score = dice.chance(1, in: 8) ? nil : Double(dice.below(50))
                model[name] = ModelEntry(score: score, text: "new")
                node = node.setting(try tree(#"{"text":"new","score":\#(score.map { "\(Int($0))" } ?? "null")}"#), at: try path(name))
            }
            for index in queries.indices {
                views[index] = queries[index].changes(from: before, to: node).reduce(views[index]) { $0.applying($1) }
            }
            guard number % 500 == 0 else { continue }
            let byScore = model.keys.sorted {
                let (left, right) = (model[$0]?.score ?? -1, model[$1]?.score ?? -1)
                return left == right ? $0 < $1 : left < right
            }
            func scores(_ keep: (Double) -> Bool) -> [String] { byScore.filter { keep(model[$0]?.score ?? -1) } }
            let keys = model.keys.sorted()
            let expected = [
                Array(byScore.suffix(7)), Array(scores { $0 >= 20 }.prefix(5)), scores { $0 > 30 && $0 < 34 }, Array(keys.suffix(9)),
                keys.filter { $0 >= "k5" && $0 <= "k52" },
            ]
            for index in queries.indices {
                #expect(queries[index].orderedKeys(in: node).map(\.text) == expected[index])
                #expect(views[index] == queries[index].apply(to: node))
                for (key, child) in views[index].children {
                    #expect(child[ChildKey(unchecked: "text")].value == model[key.text].map { .string($0.text) })
                }
            }
            #expect(node.childCount == model.count)
            #expect(node.hash == (try copy(node).hash))
        }
    }
}
