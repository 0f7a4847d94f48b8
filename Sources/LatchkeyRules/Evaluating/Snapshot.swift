import LatchkeyTree

/// A snapshot with access to its parent.
struct Snapshot {
    var node: Node
    /// The tree that the snapshot belongs to.
    var side: Side
    /// The number of keys of the evaluation that lead to the node, or to the node where `steps` begins.
    var depth: Int
    /// The nodes above `node` and below that depth.
    var steps: Step?

    enum Side { case before, after }

    /// A linked list of nodes that share their beginnings.
    final class Step: Sendable {
        let above: Node
        let previous: Step?

        init(above: Node, previous: Step?) {
            self.above = above
            self.previous = previous
        }
    }

    mutating func enter(_ path: ChildPath) {
        switch path {
        case .key(let key): enter(node[key])
        case .keys(let keys): for key in keys { enter(node[key]) }
        case .nothing(let count): for _ in 0..<count { enter(.empty) }
        }
    }

    mutating func enter(_ child: Node) {
        steps = Step(above: node, previous: steps)
        node = child
    }

    mutating func leave(_ evaluation: inout Evaluation) throws(RuleFailure) {
        if let step = steps {
            node = step.above
            steps = step.previous
            return
        }
        guard depth > 0 else { throw RuleFailure(.parentOfRoot) }
        depth -= 1
        node =
            switch side {
            case .before: evaluation.before.node(at: depth, keys: evaluation.keys)
            case .after: evaluation.after.node(at: depth, keys: evaluation.keys)
            }
    }
}

/// The argument of `child` and `hasChild`.
enum ChildPath: Sendable {
    case key(ChildKey)
    case keys([ChildKey])
    /// A path with an invalid key, where there is never data, and the number of its levels.
    case nothing(Int)

    /// The maximum number of parts: the levels of a tree plus the calls of `parent()` in an expression. No expression can reach the nodes
    /// of further parts.
    private static let maxParts = TreePath.maxKeys + RulesLimits.maxExpressionDepth

    /// Parses a path. Slashes at the ends and empty parts are ignored.
    init(_ text: String) {
        if !text.utf8.contains(UInt8(ascii: "/")) {
            self = ChildKey(text).map { .key($0) } ?? .nothing(1)
            return
        }
        var keys: [ChildKey] = []
        // The text may come from an untrusted client and have many megabytes.
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), maxSplits: Self.maxParts)
        for part in parts.prefix(Self.maxParts) {
            guard let key = ChildKey(String(Substring(part))) else {
                self = .nothing(parts.count)
                return
            }
            keys.append(key)
        }
        self = keys.isEmpty ? .nothing(1) : keys.count == 1 ? .key(keys[0]) : .keys(keys)
    }

    func node(below node: Node) -> Node {
        switch self {
        case .key(let key): return node[key]
        case .keys(let keys):
            var node = node
            for key in keys { node = node[key] }
            return node
        case .nothing: return .empty
        }
    }

    /// Whether there is data at this path below a node.
    func exists(below node: Node) -> Bool {
        if case .key(let key) = self { node.hasChild(key) } else { !self.node(below: node).isEmpty }
    }
}
