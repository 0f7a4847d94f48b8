import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct QueryTests {
    private static let scores =
        #"{"ada":{"n":3},"bob":{"n":"x"},"cleo":{"n":true},"dan":{},"eve":{"n":1},"fay":{"n":{"x":1}},"gus":{"m":1},"hal":{"n":false}}"#

    private func keys(_ parameters: [String: String], in json: String) throws -> String {
        let query = try Query(parameters: parameters)
        let node = try tree(json)
        #expect(Set(query.orderedKeys(in: node)) == Set(query.apply(to: node).children.map(\.key)))
        return query.orderedKeys(in: node).map(\.text).joined(separator: " ")
    }

    @Test(arguments: [
        (["orderBy": "\"n\""], "gus hal cleo eve ada bob fay"),
        (["orderBy": "\"n\"", "limitToFirst": "2"], "gus hal"),
        (["orderBy": "\"n\"", "limitToLast": "3"], "ada bob fay"),
        (["orderBy": "\"n\"", "startAt": "1"], "eve ada bob fay"),
        (["orderBy": "\"n\"", "startAfter": "1"], "ada bob fay"),
        (["orderBy": "\"n\"", "startAt": "1,\"eve\""], "eve ada bob fay"),
        (["orderBy": "\"n\"", "startAt": "1,\"evf\""], "ada bob fay"),
        (["orderBy": "\"n\"", "endAt": "1"], "gus hal cleo eve"),
        (["orderBy": "\"n\"", "endBefore": "1"], "gus hal cleo"),
        (["orderBy": "\"n\"", "endAt": "null"], "gus"),
        (["orderBy": "\"n\"", "equalTo": "true"], "cleo"),
        (["orderBy": "\"n\"", "equalTo": "2"], ""),
        (["orderBy": "\"n\"", "startAt": "1", "endAt": "3"], "eve ada"),
        (["orderBy": "\"n\"", "startAt": "true", "endBefore": "\"y\"", "limitToLast": "2"], "ada bob"),
        (["orderBy": "\"n\"", "startAt": "5", "endAt": "4"], ""),
        (["orderBy": "\"n/x\"", "equalTo": "1"], "fay"),
        (["orderBy": "\"$key\"", "startAt": "\"c\"", "limitToFirst": "2"], "cleo eve"),
        (["orderBy": "\"$key\"", "startAfter": "\"cleo\"", "endBefore": "\"gus\""], "eve fay"),
        (["orderBy": "\"$key\"", "equalTo": "\"gus\""], "gus"),
        (["orderBy": "\"$key\"", "limitToLast": "100"], "ada bob cleo eve fay gus hal"),
        (["orderBy": "\"$priority\"", "limitToFirst": "1"], "ada"),
        (["orderBy": "\"$priority\"", "startAt": "null,\"fay\""], "fay gus hal"),
        (["orderBy": "\"$priority\"", "startAt": "0"], ""),
        (["orderBy": "\"$value\"", "startAt": "\"\""], "ada bob cleo eve fay gus hal"),
    ]) func queryFollowsTheSpecification(parameters: [String: String], shown: String) throws {
        #expect(try keys(parameters, in: Self.scores) == shown)
    }

    @Test func valuesArePutInOrderByTheirTypes() throws {
        let json = #"{"a":"b","b":"B","c":10,"d":9,"e":true,"f":false,"g":{"x":1},"h":{"a":0},"i":"\uE000","j":"\uD83D\uDE00","k":-1}"#
        #expect(try keys(["orderBy": "\"$value\""], in: json) == "f e k d c b a j i g h")
        let ranked =
            #"{"a":{".value":1,".priority":"x"},"b":{".value":1,".priority":5},"c":1,"d":{".priority":-5,"x":1},"10":{".value":1,".priority":5},"9":1}"#
        #expect(try keys(["orderBy": "\"$priority\""], in: ranked) == "9 c d 10 b a")
        #expect(try keys(["orderBy": "\"$key\""], in: ranked) == "9 10 a b c d")
    }

    @Test func queryRemovesExcludedChildren() throws {
        let node = try tree(#"{".priority":7,"a":{".value":1,".priority":2},"b":2}"#)
        let first = try Query(order: .priority, limit: .first(1))
        #expect(first.apply(to: node).json(.export) == #"{"b":2}"#)
        // An order alone leaves nothing out, not even the priority.
        #expect(try Query(order: .value).apply(to: node) == node)
        #expect(Query.all.apply(to: node) == node)
        #expect(try first.apply(to: tree("5")).isEmpty)
        #expect(first.apply(to: .empty).isEmpty)
        #expect(try Query(order: .value).apply(to: tree("5")).json() == "5")
    }

    @Test(arguments: [
        (["limitToFirst": "1"], "orderBy must be defined when other query parameters are defined"),
        (["startAt": "1"], "orderBy must be defined when other query parameters are defined"),
        (["orderBy": "\"a\"", "limitToFirst": "1", "limitToLast": "1"], "Only one of limitToFirst and limitToLast may be specified"),
        (
            ["orderBy": "\"a\"", "equalTo": "1", "startAt": "1"],
            "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
        ),
        (
            ["orderBy": "\"a\"", "equalTo": "1", "endBefore": "1"],
            "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
        ),
        (["orderBy": "\"a\"", "startAfter": "1", "startAt": "1"], "Only one of startAt and startAfter may be specified"),
        (["orderBy": "\"a\"", "endBefore": "1", "endAt": "1"], "Only one of endAt and endBefore may be specified"),
        (["orderBy": "\"a\"", "limitToFirst": "x"], "limitToFirst must be an integer"),
        (["orderBy": "\"a\"", "limitToFirst": "1.5"], "limitToFirst must be an integer"),
        (["orderBy": "\"a\"", "limitToLast": ""], "limitToLast must be an integer"),
        (["orderBy": "\"a\"", "limitToLast": "99999999999"], "limitToLast must be an integer"),
        (["orderBy": "\"a\"", "limitToLast": "0"], "limitToLast must be positive"),
        (["orderBy": "\"a\"", "limitToFirst": "-3"], "limitToFirst must be positive"),
        (["orderBy": "a"], "orderBy must be a valid JSON encoded path"), (["orderBy": "1"], "orderBy must be a valid JSON encoded path"),
        (["orderBy": "\"\""], "orderBy must be a valid JSON encoded path"),
        (["orderBy": "\"$x\""], "orderBy must be a valid JSON encoded path"),
        (["orderBy": "\"a.b\""], "orderBy must be a valid JSON encoded path"),
        (["orderBy": ""], "orderBy must be a valid JSON encoded path"),
        (["orderBy": "\"a\",\"b\""], "orderBy must be a valid JSON encoded path"),
        (["orderBy": "\"a\"", "startAt": "x"], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": ""], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": "{}"], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": "[1]"], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": "1,\"k\",2"], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": "1],[2"], "Constraint index field must be a JSON primitive"),
        (["orderBy": "\"a\"", "startAt": "1,2"], "startAt has a key that is not a string or is longer than 1024 bytes"),
        (["orderBy": "\"$key\"", "startAt": "1"], "startAt must be a string when orderBy is \"$key\""),
        (["orderBy": "\"$key\"", "endAt": "\"a\",\"b\""], "endAt takes no second key when orderBy is \"$key\""),
        (["orderBy": "\"$priority\"", "equalTo": "true"], "startAt must be null, a number or a string when orderBy is \"$priority\""),
    ]) func invalidQueriesAreRejected(parameters: [String: String], text: String) {
        #expect {
            try Query(parameters: parameters)
        } throws: { "\($0)" == text }
    }

    @Test func aShallowRequestGoesByKeys() throws {
        let node = try tree(#"{"a":{"x":1},"b":2,"c":3,"10":4}"#)
        func shown(_ parameters: [String: String]) throws -> String {
            try Query(parameters: parameters, isShallow: true).apply(to: node).json(.shallow)
        }
        #expect(try shown([:]) == #"{"10":true,"a":true,"b":true,"c":true}"#)
        #expect(try shown(["limitToFirst": "2"]) == #"{"10":true,"a":true}"#)
        #expect(try shown(["limitToFirst": "2", "startAfter": "a"]) == #"{"b":true,"c":true}"#)
        #expect(try shown(["startAfter": "10"]) == #"{"a":true,"b":true,"c":true}"#)
        #expect(try shown(["startAfter": "\"b\""]) == #"{"c":true}"#)
        for name in ["orderBy", "startAt", "endAt", "equalTo", "limitToLast"] {
            #expect(throws: QueryError.self) { try Query(parameters: [name: "1"], isShallow: true) }
        }
        #expect(try Query(parameters: ["print": "pretty", "timeout": "3ms"]) == .all)
    }

    @Test func queriesMatchTheModel() async throws {
        var dice = Dice("queries")
        for await _ in Soak.standard.rounds(1000) {
            let model = Model.random(&dice, levels: 3)
            let node = try tree(model.json)
            for _ in 0..<4 {
                let expected = ModelQuery.random(&dice)
                let query = try expected.query
                #expect(query.apply(to: node).json(.export) == expected.apply(to: model).json, "\(expected) of \(model.json)")
                if let keys = expected.keys(in: model) { #expect(query.orderedKeys(in: node).map(\.text) == keys) }
                #expect(try Query(queryObject: query.queryObject) == query)
                #expect(try Query(queryObject: query.queryObjectText.utf8) == query)
            }
        }
    }

    @Test func anIndexFollowsEveryChange() async throws {
        var dice = Dice("indexes")
        let queries = try (0..<12).map { _ in ModelQuery.random(&dice) }.map { ($0, try $0.query) }
        for await _ in Soak.standard.rounds(15) {
            var node = Node.empty
            var model = Model.nothing
            for _ in 0..<80 {
                let names = (0..<1 + dice.below(3)).map { _ in dice.pick(Model.names) }
                let new = dice.chance(1, in: 4) ? Model.nothing : Model.random(&dice, levels: 1)
                model = model.setting(new, at: names[...])
                node = node.setting(try tree(new.json), at: TreePath(keys: names.map(key)))
                for (expected, query) in queries where dice.chance(1, in: 2) {
                    if query.apply(to: node).json(.export) != expected.apply(to: model).json {
                        Issue.record("\(expected) of \(model.json)")
                    }
                }
            }
        }
    }
}
