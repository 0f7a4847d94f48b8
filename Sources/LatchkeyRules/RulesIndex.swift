public import LatchkeyTree

/// A child or value that `.indexOn` names as an order of the children of a location.
public enum RulesIndex: Sendable, Equatable {
    /// The values of the children: `.value`.
    case value
    /// The path of a descendant of each child.
    case child(TreePath)
}
