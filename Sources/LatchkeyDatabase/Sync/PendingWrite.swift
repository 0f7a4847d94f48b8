import LatchkeyTree

/// An unconfirmed write as it is sent, with unresolved server values.
struct PendingWrite: Sendable, Equatable {
    /// The ID, which increases from write to write.
    var id: Int
    var path: TreePath
    var content: Content
    /// The user that made the write; `nil` if no user was signed in.
    var owner: String?

    enum Content: Sendable, Equatable {
        case set(Node)
        case setPriority(Priority)
        /// Replaces descendants of the path at any depth. No path contains another.
        case merge([WriteChild])
    }
}

/// A location in a merge.
struct WriteChild: Sendable, Equatable {
    /// The path relative to the path of the merge.
    var path: WritePath
    var node: Node
}

extension PendingWrite {
    /// Returns the estimated changes of the write. Server values are estimated once and stored, so that an increment is not counted twice
    /// if the server sends the new data before it confirms the write.
    ///
    /// - Parameters:
    ///   - existing: Returns the current node at a path.
    ///   - now: The server's time in milliseconds since 1970.
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
        // Resolves the priority on a temporary leaf.
        let carrier = Node(.boolean(true), priority: priority)
        return .setPriority(path, carrier.resolvingServerValues(existing: carrier.whatItIncrements(at: path, existing), now: now).priority)
    }
}

extension Node {
    /// Returns the current data that increments in this node need. Lookups are expensive with many pending writes, and may only be possible
    /// for descendants of the node.
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
