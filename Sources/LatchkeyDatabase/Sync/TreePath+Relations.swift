import LatchkeyTree

extension TreePath {
    /// The way from a place above, which has to contain this one.
    func relative(to ancestor: TreePath) -> TreePath {
        TreePath(keys: keys.dropFirst(ancestor.keys.count))
    }

    /// Whether one of both contains the other: what changes at one may change what is seen at the other.
    func isRelated(to other: TreePath) -> Bool {
        contains(other) || other.contains(self)
    }

    /// The places from the root to this one, this one included.
    var fromRoot: some Sequence<TreePath> {
        (0...keys.count).lazy.map { TreePath(keys: keys.prefix($0)) }
    }
}
