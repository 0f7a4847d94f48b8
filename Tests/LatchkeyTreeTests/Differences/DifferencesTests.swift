import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct DifferencesTests {
    private func described(_ changes: [Change]) -> String {
        changes.map { change in
            switch change.content {
            case .set(let node): "\(change.path)=\(node.json(.export))"
            case .priority(let priority): "\(change.path)^\(priority.node.json())"
            case .merge(let children): "\(change.path){\(children.map { "\($0.key):\($0.node.json(.export))" }.joined(separator: ","))}"
            }
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("null", "null", ""), ("null", "1", "/=1"), ("1", "null", "/=null"), ("1", "2", "/=2"), ("0", "-0", "/=-0"),
        (#"{"a":1}"#, #"{"a":1}"#, ""), (#"{"a":1}"#, #"{"a":2}"#, "/a=2"), (#"{"a":1}"#, "null", "/=null"), (#"{"a":1}"#, "5", "/=5"),
        (#"{"a":1,"b":2}"#, #"{"a":1}"#, "/b=null"), (#"{"a":1,"b":2,"c":3}"#, #"{"a":0,"b":2}"#, "/{a:0,c:null}"),
        (#"{"a":1,"b":2}"#, #"{"c":3}"#, #"/={"c":3}"#), (#"{"a":1,"b":2}"#, #"{"a":3,"b":4}"#, #"/={"a":3,"b":4}"#),
        (#"{"a":{"x":1,"y":1},"b":1}"#, #"{"a":{"x":2,"y":1},"b":2}"#, "/b=2 /a/x=2"),
        (#"{"a":{"x":{"y":1}}}"#, #"{"a":{"x":{"y":1,"z":{"w":2}}}}"#, #"/a/x/z={"w":2}"#),
        (#"{"a":{"x":1,"y":2},"b":1}"#, #"{"a":{"p":1,"q":2},"b":1}"#, #"/a={"p":1,"q":2}"#),
        (#"{"a":{"x":1,"y":2},"b":1,"c":1}"#, #"{"a":{"p":1,"q":2},"b":2,"c":1}"#, #"/{a:{"p":1,"q":2},b:2}"#),
        (#"{"a":{".value":1,".priority":1}}"#, #"{"a":{".value":1,".priority":2}}"#, #"/a={".value":1,".priority":2}"#),
        (#"{"a":{".priority":1,"x":1,"y":1}}"#, #"{"a":{".priority":"p","x":1,"y":1}}"#, #"/a^"p""#),
        (#"{".priority":1,"x":1,"y":1}"#, #"{"x":2,"y":1}"#, "/x=2 /^null"), (#"{"a":1}"#, #"{"a":{"b":1}}"#, #"/a={"b":1}"#),
    ]) func changesAreMinimal(before: String, after: String, changes: String) throws {
        let (old, new) = try (tree(before), tree(after))
        #expect(described(old.changes(to: new)) == changes)
        #expect(old.changes(to: new).reduce(old) { $0.applying($1) } == new)
    }

    @Test func changesOfRandomTreesMakeOneOfTheOther() async throws {
        var dice = Dice("tree changes")
        for await _ in Soak.standard.rounds(600) {
            let model = Model.random(&dice, levels: 4)
            var node = try tree(model.json)
            let old = node
            for _ in 0...dice.below(4) {
                let names = (0..<dice.below(4)).map { _ in key(dice.pick(Model.names)) }
                if dice.chance(1, in: 5) {
                    node = node.setting(priority: .number(Double(dice.below(3))), at: TreePath(keys: names))
                } else {
                    node = node.setting(try tree(Model.random(&dice, levels: 1).json), at: TreePath(keys: names))
                }
            }
            for target in [node, try copy(node)] {
                let changes = old.changes(to: target)
                #expect(changes.reduce(old) { $0.applying($1) } == target)
                #expect(changes.isEmpty == (old == target))
                expectNothingNeedless(changes, from: old)
            }
        }
    }

    /// No change sets an existing value, and none is below another.
    private func expectNothingNeedless(_ changes: [Change], from old: Node) {
        for change in changes {
            switch change.content {
            case .set(let node): #expect(old[change.path] != node)
            case .priority(let priority): #expect(old[change.path].priority != priority)
            case .merge(let children):
                #expect(children.count > 1)
                for child in children { #expect(old[change.path][child.key] != child.node) }
            }
            guard case .set = change.content else { continue }
            #expect(changes.count { change.path.contains($0.path) } == 1)
        }
    }

    @Test(arguments: [
        (#"{"l":2,"vf":"r"}"#, #"{"a":1,"b":1,"c":1}"#, #"{"a":1,"b":1,"c":1,"d":1}"#, "/{b:null,d:1}"),
        (#"{"l":2,"vf":"r"}"#, #"{"a":1,"b":1,"c":1}"#, #"{"a":1,"b":1}"#, "/{a:1,c:null}"),
        (#"{"l":2,"vf":"r"}"#, #"{"a":1,"b":1,"c":1}"#, #"{"a":2,"b":1,"c":1}"#, ""),
        (#"{"l":2,"vf":"l"}"#, #"{"b":1,"c":1,"d":1}"#, #"{"a":1,"b":1,"c":1,"d":1}"#, "/{a:1,c:null}"),
        (#"{"l":2,"vf":"l"}"#, #"{"a":{"x":1,"y":1},"b":1}"#, #"{"a":{"x":2,"y":1},"b":1}"#, "/a/x=2"),
        (
            #"{"i":"n","l":2,"vf":"r"}"#, #"{"a":{"n":1},"b":{"n":2},"c":{"n":3}}"#, #"{"a":{"n":9},"b":{"n":2},"c":{"n":3}}"#,
            #"/{a:{"n":9},b:null}"#
        ),
        (#"{"i":"n","sp":2}"#, #"{"a":{"n":1},"b":{"n":2}}"#, #"{"a":{"n":3},"b":{"n":2}}"#, #"/a={"n":3}"#),
        (#"{"i":"n","sp":2}"#, #"{"a":{"n":1},"b":{"n":2},"c":{"n":5}}"#, #"{"a":{"n":1},"b":{"n":0},"c":{"n":5}}"#, "/b=null"),
        (#"{"i":"n","sp":2}"#, #"{"a":{"n":3}}"#, #"{"a":{"n":0}}"#, "/a=null"), (#"{"i":"n","sp":2}"#, #"{"a":{"n":3}}"#, "5", "/a=null"),
        (#"{"i":".key","sp":"b"}"#, "null", #"{"a":1,"b":2,"c":3}"#, #"/={"b":2,"c":3}"#), (#"{"l":5}"#, "1", "2", ""),
        (#"{"l":5}"#, #"{"a":1,".priority":1}"#, #"{"a":1,".priority":2}"#, ""),
        (#"{"l":1,"vf":"l"}"#, #"{"a":1,"b":1}"#, #"{"a":{".value":1,".priority":1},"b":1}"#, #"/={"b":1}"#),
    ]) func queryChangesIncludeEnteringAndLeavingChildren(query: String, before: String, after: String, changes: String) throws {
        let query = try Query(queryObject: query.utf8)
        let found = query.changes(from: try tree(before), to: try tree(after))
        #expect(described(found) == changes)
        #expect(found.reduce(query.apply(to: try tree(before))) { $0.applying($1) } == query.apply(to: try tree(after)))
    }

    @Test func windowsFollowEveryRandomChange() async throws {
        var dice = Dice("windows")
        for await _ in Soak.standard.rounds(120) {
            var node = try tree(Model.random(&dice, levels: 3).json)
            let queries = try (0..<6).map { _ in try ModelQuery.random(&dice).query }
            for _ in 0..<8 {
                let old = node
                for _ in 0...dice.below(4) {
                    let names = (0..<1 + dice.below(2)).map { _ in key(dice.pick(Model.names)) }
                    node = node.setting(
                        dice.chance(1, in: 3) ? .empty : try tree(Model.random(&dice, levels: 1).json), at: TreePath(keys: names))
                }
                for query in queries {
                    let (before, after) = (query.apply(to: old), query.apply(to: node))
                    let changes = query.changes(from: old, to: node)
                    #expect(changes.reduce(before) { $0.applying($1) } == after)
                    expectNothingNeedless(changes, from: before)
                    #expect(query.changes(from: old, to: try copy(node)).reduce(before) { $0.applying($1) } == after)
                }
            }
        }
    }
}
