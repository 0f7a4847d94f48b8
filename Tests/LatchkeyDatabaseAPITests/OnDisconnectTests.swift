import LatchkeyRealtime
import LatchkeyTestSupport
import LatchkeyTree
import Testing

@testable import LatchkeyDatabaseAPI

@Suite struct OnDisconnectTests {
    private static func text(_ change: TreeChange) -> String {
        switch change {
        case .set(let path, let node): "\(path)=\(node.json())"
        case .setPriority(let path, let priority): "\(path)/.priority=\(priority.node.json())"
        }
    }

    private func json(_ onDisconnect: OnDisconnect) -> [String] {
        onDisconnect.left.map { $0.changes.map(Self.text).sorted().joined(separator: " ") }
    }

    private func set(_ onDisconnect: inout OnDisconnect, _ path: String, _ json: String) throws {
        try onDisconnect.leave(.set(try Node(json: json.utf8), at: try TreePath(path)))
    }

    private func update(_ onDisconnect: inout OnDisconnect, _ path: String, _ children: [(String, String)]) throws {
        try onDisconnect.leave(
            .update(children.map { (path: try WritePath($0.0), node: try Node(json: $0.1.utf8)) }, at: try TreePath(path)))
    }

    @Test func laterOperationsReplaceEarlierOnes() throws {
        var left = OnDisconnect()
        try set(&left, "a/b", "1")
        try set(&left, "c", "1")
        try set(&left, "a", "2")
        #expect(json(left) == ["/c=1", "/a=2"])
        left.cancel(try TreePath("c"))
        #expect(json(left) == ["/a=2"])
        left.cancel(.root)
        #expect(json(left) == [])
    }

    @Test func anUpdateStaysOne() throws {
        var left = OnDisconnect()
        try set(&left, "a/x", "0")
        try update(&left, "a", [("x", "1"), ("y/z", "2"), ("w", "3")])
        #expect(json(left) == ["/a/w=3 /a/x=1 /a/y/z=2"])
        try set(&left, "a/y", "4")
        left.cancel(try TreePath("a/w"))
        #expect(json(left) == ["/a/x=1", "/a/y=4"])
    }

    @Test func aPriorityDoesNotTakeThePlaceOfItsNode() throws {
        var left = OnDisconnect()
        let five = WriteOperation.setPriority(try Priority(try Node(json: "5".utf8)), at: try TreePath("a"))
        try set(&left, "a", "1")
        try left.leave(five)
        try left.leave(five)
        #expect(json(left) == ["/a=1", "/a/.priority=5"])
        try set(&left, "a", "2")
        #expect(json(left) == ["/a=2"])
    }

    @Test func aClientLeavesSoMuchAndNoMore() throws {
        var left = OnDisconnect()
        for number in 0..<OnDisconnect.maxChanges { try set(&left, "many/\(number)", "1") }
        #expect(throws: SocketRequestError.self) { try set(&left, "more", "1") }
        try set(&left, "many/0", "2")
        var large = OnDisconnect()
        let text = "\"" + String(repeating: "x", count: OnDisconnect.maxBytes / 2) + "\""
        try set(&large, "a", text)
        #expect(throws: SocketRequestError.self) { try set(&large, "b", text) }
        #expect(large.left.count == 1)
        large.cancel(.root)
        try set(&large, "b", text)
    }

    /// Compares the results with those of a plain list.
    @Test func operationsMatchAPlainList() async throws {
        var dice = Dice("onDisconnect")
        let names = ["a", "b", "a/a", "a/b", "b/a", "a/a/a", "a/a/b", "b/a/b", ""]
        for await _ in Soak.standard.rounds(200) {
            var left = OnDisconnect()
            var list: [(path: TreePath, text: String, action: Int)] = []
            for action in 0..<12 {
                let path = try TreePath(names[dice.below(names.count)])
                switch dice.below(5) {
                case 0:
                    left.cancel(path)
                    list.removeAll { path.contains($0.path) }
                case 1...2:
                    try left.leave(.set(try Node(json: "\(action)".utf8), at: path))
                    list.removeAll { path.contains($0.path) }
                    list.append((path, "\(path)=\(action)", action))
                default:
                    let children = try ["x", "a", "b/a"].map { (path: try WritePath($0), node: try Node(json: "\(action)".utf8)) }
                    try left.leave(.update(children, at: path))
                    for child in children {
                        let place = path.appending(child.path.node)
                        list.removeAll { place.contains($0.path) }
                        list.append((place, "\(place)=\(action)", action))
                    }
                }
                let expected = Dictionary(grouping: list, by: \.action).sorted { $0.key < $1.key }.map {
                    $0.value.map(\.text).sorted().joined(separator: " ")
                }
                #expect(json(left) == expected)
            }
        }
    }
}
