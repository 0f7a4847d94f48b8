import LatchkeyTree

/// The context in which a rule is evaluated. It is passed `inout` to avoid copies.
struct Evaluation {
    let auth: AuthValue
    let now: Double
    let query: RulesQuery
    /// The keys from the root to the node of the rule. More keys may follow.
    var keys: [ChildKey]
    /// The number of keys that lead to the node of the rule.
    var depth = 0
    var before: Trail
    var after: Trail
    let recorder: Recorder?

    init(_ request: RulesRequest, after: Node, query: RulesQuery = .none, keys: [ChildKey], recorder: Recorder? = nil) {
        auth = request.auth
        now = request.now
        self.query = query
        self.keys = keys
        before = Trail(request.root)
        self.after = Trail(after)
        self.recorder = recorder
    }

    var data: Node {
        mutating get { before.node(at: depth, keys: keys) }
    }

    var newData: Node {
        mutating get { after.node(at: depth, keys: keys) }
    }
}

/// The nodes along the keys from the root, looked up on demand and cached.
struct Trail {
    let root: Node
    /// The nodes that have been looked up, starting with the one at the first key.
    private var nodes: [Node] = []

    init(_ root: Node) {
        self.root = root
    }

    mutating func node(at depth: Int, keys: [ChildKey]) -> Node {
        if depth == 0 { return root }
        if nodes.count < depth { lookUp(depth, keys) }
        return nodes[depth - 1]
    }

    private mutating func lookUp(_ depth: Int, _ keys: [ChildKey]) {
        if nodes.isEmpty { nodes.reserveCapacity(keys.count) }
        var node = nodes.last ?? root
        for key in keys[nodes.count..<depth] {
            node = node[key]
            nodes.append(node)
        }
    }

    /// Appends a child that is already known. All nodes above it must have been looked up.
    mutating func push(_ node: Node) { nodes.append(node) }

    /// Removes the nodes below a depth.
    mutating func cut(to depth: Int) {
        while nodes.count > depth { nodes.removeLast() }
    }
}
