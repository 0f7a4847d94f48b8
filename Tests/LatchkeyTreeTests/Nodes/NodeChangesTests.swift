import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct NodeChangesTests {
    @Test(arguments: [
        ("null", "a/b", "1", #"{"a":{"b":1}}"#), (#"{"a":{"b":1}}"#, "a/b", "null", "null"),
        (#"{"a":{"b":1},"c":2}"#, "a/b", "null", #"{"c":2}"#),
        (#"{"a":{"b":1,".priority":3},"c":2}"#, "a/b", "null", #"{"c":2}"#), ("1", "a", "2", #"{"a":2}"#),
        (#"{".value":1,".priority":"p"}"#, "a", "2", #"{".priority":"p","a":2}"#),
        (#"{".value":1,".priority":"p"}"#, "a/b", "null", #"{".value":1,".priority":"p"}"#),
        (#"{"x":{".value":1,".priority":"p"}}"#, "x/a", "2", #"{"x":{".priority":"p","a":2}}"#), ("null", "a/b/c", "null", "null"),
        (#"{"a":1}"#, "b/c", "null", #"{"a":1}"#), (#"{"a":1}"#, "", "5", "5"), (#"{"a":1}"#, "/", "null", "null"),
        (#"{"a":1,".priority":1}"#, "b", "2", #"{".priority":1,"a":1,"b":2}"#),
        (#"{"a":{"b":1}}"#, "a", #"{"c":{"d":1}}"#, #"{"a":{"c":{"d":1}}}"#),
    ]) func aPlaceGetsAnotherNode(before: String, place: String, node: String, after: String) throws {
        #expect(try tree(before).setting(tree(node), at: path(place)).json(.export) == after)
    }

    @Test func randomChangesAreThoseOfTheModelAndOldVersionsStay() async throws {
        var dice = Dice("changes")
        var node = Node.empty
        var model = Model.nothing
        var kept: [(Node, String)] = []
        for await _ in Soak.standard.rounds(6000) {
            let names = (0..<dice.below(5)).map { _ in dice.pick(Model.names) }
            let place = TreePath(keys: names.map(key))
            switch dice.below(8) {
            case 0:
                let priority: Model.Leaf? = dice.chance(1, in: 3) ? nil : .random(&dice, mayBeBoolean: false)
                let ranked = model.child(names).setting(priority: priority)
                model = model.setting(ranked, at: names[...])
                node = node.setting(priority: try Priority(tree(priority?.json ?? "null")), at: place)
            case 1, 2:
                model = model.setting(.nothing, at: names[...])
                node = node.setting(.empty, at: place)
            default:
                let new = Model.random(&dice, levels: 2)
                model = model.setting(new, at: names[...])
                node = node.setting(try tree(new.json), at: place)
            }
            #expect(node.json(.export) == model.json)
            if dice.chance(1, in: 100) {
                kept.append((node, model.json))
                for (node, json) in kept { #expect(node.json(.export) == json) }
            }
        }
    }

    @Test func writeWithoutEffectReturnsTheSameNode() throws {
        let node = try tree(#"{"a":{"b":1},"c":{".value":2,".priority":3}}"#)
        guard case .object(let object) = node else {
            Issue.record("no object")
            return
        }
        for same in [
            node.setting(.leaf(1), at: try path("a/b")), node.setting(.empty, at: try path("x/y")),
            node.setting(priority: .number(3), at: try path("c")),
            node.setting(try tree(#"{".value":2,".priority":3}"#), at: try path("c")), node.resolvingServerValues(existing: .empty, now: 5),
        ] {
            guard case .object(let other) = same else {
                Issue.record("no object")
                continue
            }
            #expect(object === other)
        }
    }

    @Test func serverValuesAreFilledIn() throws {
        let existing = try tree(#"{"n":5,"s":"x","deep":{"n":{".value":1,".priority":7}}}"#)
        func resolved(_ json: String) throws -> String {
            try tree(json).resolvingServerValues(existing: existing, now: 1_730_000_000_123).json(.export)
        }
        #expect(try resolved(#"{"t":{".sv":"timestamp"},"u":[{".sv":"timestamp"}]}"#) == #"{"t":1730000000123,"u":{"0":1730000000123}}"#)
        let increment = #"{".sv":{"increment":2}}"#
        #expect(try resolved("{\"n\":\(increment),\"s\":\(increment),\"new\":\(increment)}") == #"{"n":7,"new":2,"s":2}"#)
        #expect(
            try resolved("{\"deep\":{\"n\":{\".value\":\(increment),\".priority\":\(increment)}}}")
                == #"{"deep":{"n":{".value":3,".priority":9}}}"#)
        #expect(try resolved("{\"x\":1,\".priority\":{\".sv\":\"timestamp\"}}") == #"{".priority":1730000000123,"x":1}"#)
        #expect(try resolved(#"{"a":{"b":1}}"#) == #"{"a":{"b":1}}"#)
        let huge = try tree("1.7e308")
        #expect(
            try tree(#"{".sv":{"increment":1.7e308}}"#).resolvingServerValues(existing: huge, now: 0).json() == "1.7976931348623157e+308")
    }
}
