import LatchkeyTree

/// What the server is asked to keep telling, and what it told.
struct Listen: Sendable {
    let id: Int
    let key: Key
    /// Of a query that leaves something out.
    let tag: Int?
    /// What the server shows; of a place that nobody asked for before it says anything, nothing.
    var node: Node
    /// Whether the node is known: the server told it, or it was known by another listen when this one began.
    var isComplete: Bool
    /// Whether the server has answered this listen itself. What it confirmed before that may be missing.
    var isTold = false

    struct Key: Hashable, Sendable {
        let path: TreePath
        /// Which order the children are in is the client's own affair, so that all orders share one listen.
        let query: Query

        init(path: TreePath, query: Query) {
            self.path = path
            self.query = query.isUnfiltered ? .all : query
        }
    }

    /// Of what is held, for the server to say whether it is what it has.
    var hash: String { isComplete ? node.hash : "" }
}
