extension Node {
    /// Returns the changes that turn this tree into another, depth first and in the order of keys. Equal parts are left out.
    ///
    /// Shared parts are recognized by their identity and skipped, so the time is proportional to the change.
    public func changes(to other: Node) -> [Change] {
        var changes: [Change] = []
        collectChanges(to: other, at: .root, in: &changes)
        return changes
    }

    fileprivate func collectChanges(to other: Node, at path: TreePath, in changes: inout [Change]) {
        if isIdentical(to: other) { return }
        guard case .object(let before) = self, case .object(let after) = other else {
            changes.append(Change(path: path, content: .set(other)))
            return
        }
        var collector = ChildChanges(path: path)
        before.children.forEachDifference(to: after.children) { collector.add($0, from: $1 ?? .empty, to: $2 ?? .empty) }
        let isNew = collector.finish(childCount: after.children.count, in: &changes) { other }
        if !isNew, !before.priority.isIdentical(to: after.priority) {
            changes.append(Change(path: path, content: .priority(after.priority)))
        }
    }
}

/// A collector of the changes of one object's children.
struct ChildChanges {
    let path: TreePath
    /// The children that were replaced.
    private var replaced: [Change.Child] = []
    /// The changes inside the other children.
    private var deeper: [Change] = []

    init(path: TreePath) {
        self.path = path
    }

    mutating func add(_ key: ChildKey, from before: Node, to after: Node) {
        if case .object = before, case .object = after {
            var changes: [Change] = []
            before.collectChanges(to: after, at: path.appending(key), in: &changes)
            if changes.count == 1, changes[0].path.keys.count == path.keys.count + 1, case .set(let node) = changes[0].content {
                replaced.append(Change.Child(key: key, node: node))
            } else {
                deeper += changes
            }
        } else if !before.isIdentical(to: after) {
            replaced.append(Change.Child(key: key, node: after))
        }
    }

    /// Adds the collected changes.
    ///
    /// - Parameters:
    ///   - childCount: The number of children of the new node.
    ///   - changes: The list to append to.
    ///   - result: Returns the new node.
    /// - Returns: Whether the change is the whole new node, because all of its children are new.
    func finish(childCount: Int, in changes: inout [Change], result: () -> Node) -> Bool {
        if replaced.count > 1, deeper.isEmpty, replaced.count(where: { !$0.node.isEmpty }) == childCount {
            changes.append(Change(path: path, content: .set(result())))
            return true
        }
        if replaced.count > 1 {
            changes.append(Change(path: path, content: .merge(replaced.sorted { $0.key < $1.key })))
        } else if let child = replaced.first {
            changes.append(Change(path: path.appending(child.key), content: .set(child.node)))
        }
        changes += deeper
        return false
    }
}
