import Crypto
import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTree

@Suite struct CompoundHashTests {
    private func sha1(_ text: String) -> String {
        Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
    }

    @Test(arguments: [
        ("5", "(number:4014000000000000)"), (#""a\"b\\c""#, #"(string:"a\"b\\c")"#),
        (#"{"a":1}"#, #"("a":(number:3ff0000000000000))"#),
        (
            #"{"a":1,"b":{"c":true,"d":"x"},"e":false}"#,
            #"("a":(number:3ff0000000000000),"b":("c":(boolean:true),"d":(string:"x")),"e":(boolean:false))"#
        ),
        (#"{"a":{".value":true,".priority":"p"}}"#, #"("a":(priority:string:"p":boolean:true))"#),
        (#"{"1":true,"a":true,".priority":"p"}"#, #"("1":(boolean:true),".priority":(string:"p"),"a":(boolean:true))"#),
    ]) func theTextOfARangeIsTheSpecifications(json: String, text: String) throws {
        let hash = CompoundHash(of: try tree(json), maxRangeBytes: 1_000_000)
        #expect(hash.hashes == [sha1(text), ""])
        #expect(hash.paths.count == 1)
    }

    @Test func aRangeBeginsAtTheRootAndEndsBehindALeaf() throws {
        let hash = CompoundHash(of: try tree(#"{"a":{"b":true,"c":true},"d":true}"#), maxRangeBytes: 1)
        #expect(hash.paths.map { $0.map(\.text).joined(separator: "/") } == ["a/b", "a/c", "d"])
        #expect(
            hash.hashes == [sha1(#"("a":("b":(boolean:true)))"#), sha1(#"("a":("c":(boolean:true)))"#), sha1(#"("d":(boolean:true))"#), ""])
    }

    @Test func inconsistentPathsAndHashesAreRejected() {
        #expect(CompoundHash(paths: [], hashes: [""]) != nil)
        #expect(CompoundHash(paths: ["a", "b/.priority"], hashes: ["x", "y", ""]) != nil)
        #expect(CompoundHash(paths: [], hashes: []) == nil)
        #expect(CompoundHash(paths: ["a"], hashes: [""]) == nil)
        #expect(CompoundHash(paths: ["b", "a"], hashes: ["", "", ""]) == nil)
        #expect(CompoundHash(paths: ["a", "a"], hashes: ["", "", ""]) == nil)
        #expect(CompoundHash(paths: ["a.b"], hashes: ["", ""]) == nil)
    }

    /// The leaves of a tree by their paths, including priorities of objects.
    private func leaves(_ node: Node, at path: [ChildKey] = [], into all: inout [[ChildKey]: Node]) {
        if !node.hasChildren { return node.isEmpty ? () : (all[path] = node) }
        if !node.priority.isNone { all[path + [key(".priority")]] = node.priority.node }
        for (key, child) in node.children { leaves(child, at: path + [key], into: &all) }
    }

    private func rebuilt(from leaves: [[ChildKey]: Node]) throws -> Node {
        var node = Node.empty
        for (path, leaf) in leaves where path.last?.text != ".priority" { node = node.setting(leaf, at: TreePath(keys: path)) }
        for (path, leaf) in leaves where path.last?.text == ".priority" {
            node = node.setting(priority: try Priority(leaf), at: TreePath(keys: path.dropLast()))
        }
        return node
    }

    @Test func aClientThatReplacesTheRangesHoldsTheTree() async throws {
        var dice = Dice("ranges")
        var counts = (whole: 0, ranges: 0, none: 0)
        for await _ in Soak.standard.rounds(800) {
            let held = try tree(Model.random(&dice, levels: 4).json)
            var node = held
            for _ in 0..<dice.below(3) {
                let names = (0..<1 + dice.below(3)).map { _ in key(dice.pick(Model.names)) }
                node = node.setting(try tree(Model.random(&dice, levels: 1).json), at: TreePath(keys: names))
            }
            let known = CompoundHash(of: held, maxRangeBytes: dice.pick([1, 60, 200]))
            let paths = known.paths.map { $0.map(\.text).joined(separator: "/") }
            #expect(CompoundHash(paths: paths, hashes: known.hashes) == known)
            let merges = node.rangeMerges(for: known)
            var all: [[ChildKey]: Node] = [:]
            leaves(held, into: &all)
            for merge in merges {
                let start = merge.start.map { $0.split(separator: "/").map { key(String($0)) } }
                let end = merge.end.map { $0.split(separator: "/").map { key(String($0)) } }
                for path in all.keys {
                    let isAfter = start.map { $0.lexicographicallyPrecedes(path) } ?? true
                    if isAfter, !(end?.lexicographicallyPrecedes(path) ?? false) { all[path] = nil }
                }
                leaves(merge.node, into: &all)
            }
            // A priority that no hash covers is not updated, which the simple hash shows.
            if merges.isEmpty {
                counts.none += 1
            } else if merges.contains(where: { $0.start == nil && $0.end == nil }) {
                counts.whole += 1
                #expect(try rebuilt(from: all) == node)
            } else {
                counts.ranges += 1
                #expect(try rebuilt(from: all).hash == node.hash || hasPriorities(held))
            }
        }
        #expect(counts.ranges > 100 && counts.none > 100)
    }

    private func hasPriorities(_ node: Node) -> Bool {
        node.hasChildren && (!node.priority.isNone || node.children.contains { hasPriorities($0.value) })
    }
}
