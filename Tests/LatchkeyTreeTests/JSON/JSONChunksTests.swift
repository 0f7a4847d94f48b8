import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct JSONChunksTests {
    @Test func thePiecesAreTheText() async throws {
        var dice = Dice("chunks")
        for await _ in Soak.standard.rounds(400) {
            let node = try tree(
                dice.chance(1, in: 4)
                    ? #"[[1,null,null,4,5,6],{"a":[null,{"b":[1]}]},"x",null,null,1]"# : Model.random(&dice, levels: 4).json)
            for form in [Node.JSONForm.plain, .export, .shallow] {
                let size = 1 + dice.below(200)
                let pieces = Array(JSONChunks(node, form, chunkBytes: size))
                #expect(String(decoding: pieces.joined(), as: UTF8.self) == node.json(form))
                #expect(pieces.dropLast().allSatisfy { $0.count >= size })
                #expect(!pieces.contains { $0.isEmpty })
                let pretty = Array(JSONChunks(node, form, isPretty: true, chunkBytes: size).joined())
                #expect(pretty == node.jsonBytes(form, isPretty: true))
            }
        }
    }

    @Test func largeTreeIsSplitIntoChunksOfTheRequestedSize() throws {
        var node = Node.empty
        for number in 0..<3000 { node = node.setting(.leaf(.string("text \(number)")), at: try path("a/\(number * 3)")) }
        let pieces = Array(JSONChunks(node, .export, chunkBytes: 4096))
        #expect(pieces.dropLast().allSatisfy { (4096..<4200).contains($0.count) })
        #expect(pieces.count > 10)
        #expect(Array(JSONChunks(.empty)).map { String(decoding: $0, as: UTF8.self) } == ["null"])
    }
}
