import LatchkeyTree

/// What a rule is evaluated with. Passed on in place, so that no evaluation copies it.
struct Evaluation {
    let auth: AuthValue
    let now: Double
    let query: RulesQuery
    /// The keys from the root to the rule's node; more of them may follow.
    var keys: [ChildKey]
    /// How many of them lead to the rule's node.
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

/// The nodes from the root on along the keys, looked up when they are asked for and not again.
struct Trail {
    let root: Node
    /// From the first key on.
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

    /// Goes on with a child that is known; everything up to it has been looked up.
    mutating func push(_ node: Node) { nodes.append(node) }

    /// Forgets what lies below a depth.
    mutating func cut(to depth: Int) {
        while nodes.count > depth { nodes.removeLast() }
    }
}
