import LatchkeyTree

/// A write that the server has not answered yet, as it is sent: with what the server shall fill in still open.
struct PendingWrite: Sendable, Equatable {
    /// Grows from write to write.
    var id: Int
    var path: TreePath
    var content: Content
    /// Who made it; nil for nobody.
    var owner: String?

    enum Content: Sendable, Equatable {
        case set(Node)
        case setPriority(Priority)
        /// Children of the path, at any depth, none above another.
        case merge([WriteChild])
    }
}

/// One of the places that a merge writes to.
struct WriteChild: Sendable, Equatable {
    /// Below the path of the merge.
    var path: WritePath
    var node: Node
}

extension PendingWrite {
    /// What the write does to the tree, as far as the client can say: what the server fills in is guessed now and kept, so that an
    /// increment is not counted twice when the server tells of it before it confirms it.
    ///
    /// - Parameters:
    ///   - existing: what is at a place now.
    ///   - now: the server's time in milliseconds since 1970.
    func estimate(existing: (TreePath) -> Node, now: Double) -> [TreeChange] {
        switch content {
        case .set(let node): [Self.estimate(node, at: path, existing: existing, now: now)]
        case .setPriority(let priority): [Self.estimate(priority, at: path, existing: existing, now: now)]
        case .merge(let children):
            children.map { child in
                let place = path.appending(child.path.node)
                guard child.path.isPriority, let priority = try? Priority(child.node) else {
                    return Self.estimate(child.node, at: place, existing: existing, now: now)
                }
                return Self.estimate(priority, at: place, existing: existing, now: now)
            }
        }
    }

    private static func estimate(_ node: Node, at path: TreePath, existing: (TreePath) -> Node, now: Double) -> TreeChange {
        .set(path, node.resolvingServerValues(existing: node.whatItIncrements(at: path, existing), now: now))
    }

    private static func estimate(_ priority: Priority, at path: TreePath, existing: (TreePath) -> Node, now: Double) -> TreeChange {
        // A leaf carries the priority for as long as it takes to fill it in.
        let carrier = Node(.boolean(true), priority: priority)
        return .setPriority(path, carrier.resolvingServerValues(existing: carrier.whatItIncrements(at: path, existing), now: now).priority)
    }
}

extension Node {
    /// What is there now as far as increments in this node need it: looking is dear where many writes wait, and may be possible for what
    /// lies below the node alone.
    fileprivate func whatItIncrements(at path: TreePath, _ existing: (TreePath) -> Node) -> Node {
        var places: [TreePath] = []
        collectIncrements(.root, &places)
        return places.reduce(.empty) { known, place in known.setting(existing(path.appending(place)), at: place) }
    }

    private func collectIncrements(_ path: TreePath, _ places: inout [TreePath]) {
        switch (value, priority) {
        case (.serverValue(.increment)?, _), (_, .serverValue(.increment)): places.append(path)
        default: break
        }
        for (key, child) in children { child.collectIncrements(path.appending(key), &places) }
    }
}
