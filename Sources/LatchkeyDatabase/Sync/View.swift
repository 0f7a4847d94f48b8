import LatchkeyTree

/// What observers of one place and query see.
struct View: Sendable {
    let path: TreePath
    let query: Query
    var registrations: [Registration] = []
    /// The place with this client's writes.
    private(set) var local = LocalTree.unknown
    private(set) var shown = Shown()

    /// The value that all its observers have heard last. It may be unknown again after that, when a write is refused.
    private var heard: Node?

    /// What was told to the observers.
    struct Shown: Sendable {
        var node = Node.empty
        /// Whether the value as a whole is known; before that children come one by one.
        var isComplete = false
    }

    init(path: TreePath, query: Query) {
        self.path = path
        self.query = query
    }

    var listenKey: Listen.Key { Listen.Key(path: path, query: query) }

    /// - Returns: what there is to tell of it.
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

    /// Somebody new observes the value, who has heard it if it is known.
    mutating func welcome() {
        heard = shown.isComplete ? shown.node : nil
    }
}
