import LatchkeyTree

/// The data that the observers of one query at one location see.
struct View: Sendable {
    let path: TreePath
    let query: Query
    var registrations: [Registration] = []
    /// The data of the location with the client's writes applied.
    private(set) var local = LocalTree.unknown
    private(set) var shown = Shown()

    /// The last value that all observers have received. It may become unknown again when a write is rejected.
    private var heard: Node?

    /// The data that was sent to observers.
    struct Shown: Sendable {
        var node = Node.empty
        /// Whether the whole value is known. Before that, children are sent individually.
        var isComplete = false
    }

    init(path: TreePath, query: Query) {
        self.path = path
        self.query = query
    }

    var listenKey: Listen.Key { Listen.Key(path: path, query: query) }

    /// Updates the data.
    ///
    /// - Returns: The resulting events.
    mutating func show(_ local: LocalTree) -> [ViewEvent] {
        let before = shown
        self.local = local
        shown = Shown(node: query.apply(to: local.node), isComplete: local.showsEverything)
        let events = ViewEvent.events(from: before, to: shown, in: query.order)
        guard events.last?.type == .value else { return events }
        if !before.isComplete, heard == shown.node { return events.dropLast() }
        heard = shown.node
        return events
    }

    /// Handles a new observer of the value. It receives the current value if that is known.
    mutating func welcome() {
        heard = shown.isComplete ? shown.node : nil
    }
}
