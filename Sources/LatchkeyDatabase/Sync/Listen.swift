import LatchkeyTree

/// A listen on the server, and the data that it returned.
struct Listen: Sendable {
    let id: Int
    let key: Key
    /// The tag of a query that filters the data.
    let tag: Int?
    /// The data from the server; empty while nothing is known.
    var node: Node
    /// Whether the node is known, from the server or from another listen at the start of this one.
    var isComplete: Bool
    /// Whether the server has responded to this listen. Writes that it confirmed before that may be missing from the data.
    var isTold = false

    struct Key: Hashable, Sendable {
        let path: TreePath
        /// The query. The order of unfiltered queries only matters to the client, so they share one listen.
        let query: Query

        init(path: TreePath, query: Query) {
            self.path = path
            self.query = query.isUnfiltered ? .all : query
        }
    }

    /// The hash of the known data, with which the server checks whether it has changed.
    var hash: String { isComplete ? node.hash : "" }
}
