import Testing

@testable import LatchkeyTree

/// Time or memory that grows with the square of a text's length would let one message block all clients.
@Suite struct LongTextTests {
    @Test func anArrayTakesTimeInProportionToItsLength() throws {
        let clock = ContinuousClock()
        let text = "[" + String(repeating: "0,", count: 300_000) + "0]"
        let time = try clock.measure {
            guard case .array(let elements) = try JSONValue(json: text.utf8) else { return }
            #expect(elements.count == 300_001)
        }
        #expect(time < .seconds(20))
    }

    @Test(arguments: [
        (String(repeating: "a/", count: 32), 32), (String(repeating: "/a", count: 32) + "////", 32), ("///", 0), ("", 0),
        ("/a//b/", 2), ("a/\u{301}b", 2),
    ]) func slashesOnlyDivide(_ text: String, _ count: Int) throws {
        #expect(try TreePath(text).keys.count == count)
        #expect(try WritePath(text).node.keys.count == count)
        let priority = try WritePath(text + "/.priority//")
        #expect(priority.isPriority && priority.node.keys.count == count)
    }

    @Test func aPathOfMoreKeysThanLevelsIsRefused() {
        for text in [String(repeating: "a/", count: 33), String(repeating: "a/", count: 1_000_000)] {
            #expect(throws: TreeError.depth(max: 32)) { try TreePath(text) }
            #expect(throws: TreeError.depth(max: 32)) { try WritePath(text) }
        }
    }
}
