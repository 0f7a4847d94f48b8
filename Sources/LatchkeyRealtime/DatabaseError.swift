public import LatchkeyTree

/// Why a database did not do what it was asked.
public enum DatabaseError: Error, Equatable, Sendable {
    /// The rules do not allow it; the name under which the operator finds out why, where denials are remembered.
    case denied(DecisionID?)
    /// What is there is not what the writer believed to be there; `current` is. Nil for a writer who may not read it.
    case stale(current: Node?)
    case tree(TreeError)
    /// The database, or a place in it, would exceed its size limit.
    case tooLarge(SizeExcess)
    /// One path of an update is within another.
    case overlappingPaths(TreePath, TreePath)
    /// The rules name no index for the order of a query at a place, and it shall not be answered without.
    case indexMissing(Query, TreePath)
    /// The store could not write, or too much waits to be written; nothing was changed.
    case unavailable

    /// A denial that nobody remembers.
    public static let permissionDenied = DatabaseError.denied(nil)
}
