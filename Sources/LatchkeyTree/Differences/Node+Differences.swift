extension Node {
    /// What makes this tree into another: nothing that is the same in both, in the order of depth first and keys.
    ///
    /// What both share is known by its identity and not looked into, so that this takes time in proportion to the change.
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

/// Puts the changes of one object's children together.
struct ChildChanges {
    let path: TreePath
    /// The children that are other nodes now.
    private var replaced: [Change.Child] = []
    /// What changed inside the others.
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

    /// - Parameters:
    ///   - childCount: of the node that came out.
    ///   - result: that node.
    /// - Returns: whether it is sent whole: when it has no child that is not new.
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
