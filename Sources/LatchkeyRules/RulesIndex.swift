public import LatchkeyTree

/// What `.indexOn` names: by what the children of a place are often ordered.
public enum RulesIndex: Sendable, Equatable {
    /// The values of the children themselves: `.value`.
    case value
    /// Something below each child.
    case child(TreePath)
}
