import LatchkeyTree

/// A snapshot that may still be asked for its parent.
struct Snapshot {
    var node: Node
    /// Which tree it is of.
    var side: Side
    /// How many keys of the evaluation lead to the node, or to the one where `steps` begin.
    var depth: Int
    /// The nodes above it, below that depth.
    var steps: Step?

    enum Side { case before, after }

    /// A list that grows at its end, and whose beginnings are shared.
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
    /// No key is written like that, so nothing can be there: so many levels of it.
    case nothing(Int)

    /// More parts than a tree has levels, and than an expression has calls of `parent()`: nothing of what is behind them can be asked for.
    private static let maxParts = TreePath.maxKeys + RulesLimits.maxExpressionDepth

    /// Slashes at the ends are dropped, and so are empty parts.
    init(_ text: String) {
        if !text.utf8.contains(UInt8(ascii: "/")) {
            self = ChildKey(text).map { .key($0) } ?? .nothing(1)
            return
        }
        var keys: [ChildKey] = []
        // The text may be a stranger's, and of many megabytes.
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

    /// Whether there is anything below a node.
    func exists(below node: Node) -> Bool {
        if case .key(let key) = self { node.hasChild(key) } else { !self.node(below: node).isEmpty }
    }
}
