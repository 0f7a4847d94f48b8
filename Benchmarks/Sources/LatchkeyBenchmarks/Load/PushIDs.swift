import LatchkeyTree

/// Keys as clients make them for the elements of a list.
enum PushIDs {
    /// In ascending order, a millisecond apart.
    static func keys(_ count: Int) -> [String] {
        var generator = PushIDGenerator(randomness: SystemRandomNumberGenerator())
        return (0..<count).map { generator.next(milliseconds: 1_700_000_000_000 + Int64($0)).text }
    }
}

extension Node {
    /// An object of these children.
    static func object(children: some Sequence<(String, Node)>) -> Node {
        children.reduce(into: Node.empty) { node, child in
            if let key = ChildKey(child.0) { node = node.setting(child.1, at: TreePath.root.appending(key)) }
        }
    }
}
