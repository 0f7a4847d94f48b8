import LatchkeyTree

/// Push ids, the keys that clients generate for the elements of a list.
enum PushIDs {
    /// Returns push ids in ascending order, one millisecond apart.
    static func keys(_ count: Int) -> [String] {
        var generator = PushIDGenerator(randomness: SystemRandomNumberGenerator())
        return (0..<count).map { generator.next(milliseconds: 1_700_000_000_000 + Int64($0)).text }
    }
}

extension Node {
    /// Returns an object with these children.
    static func object(children: some Sequence<(String, Node)>) -> Node {
        children.reduce(into: Node.empty) { node, child in
            if let key = ChildKey(child.0) { node = node.setting(child.1, at: TreePath.root.appending(key)) }
        }
    }
}
