import LatchkeyTree

extension TreePath {
    /// Returns the path relative to an ancestor, which must contain this path.
    func relative(to ancestor: TreePath) -> TreePath {
        TreePath(keys: keys.dropFirst(ancestor.keys.count))
    }

    /// Returns whether one path contains the other, so that a change at one may be visible at the other.
    func isRelated(to other: TreePath) -> Bool {
        contains(other) || other.contains(self)
    }

    /// The paths from the root to this path, including both.
    var fromRoot: some Sequence<TreePath> {
        (0...keys.count).lazy.map { TreePath(keys: keys.prefix($0)) }
    }
}
