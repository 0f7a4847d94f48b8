public import LatchkeyTree

/// The reason why a database rejected an operation.
public enum DatabaseError: Error, Equatable, Sendable {
    /// The rules deny the operation. Contains the ID under which the operator can look up the reason, if denials are recorded.
    case denied(DecisionID?)
    /// The data does not have the hash that the client expected. `current` is the data; `nil` if the client may not read it.
    case stale(current: Node?)
    /// The data is not valid, for example because it is nested too deeply.
    case tree(TreeError)
    /// The database, or a location in it, would exceed its size limit.
    case tooLarge(SizeExcess)
    /// One path of an update contains another.
    case overlappingPaths(TreePath, TreePath)
    /// The rules do not define an index for the order of the query at the location, and the caller requires one.
    case indexMissing(Query, TreePath)
    /// The store could not write, or too many writes are pending. Nothing was changed.
    case unavailable
    /// The database was removed.
    case removed
    /// Another node has opened the database, or may have. Nothing was changed.
    case elsewhere

    /// A denial that is not recorded.
    public static let permissionDenied = DatabaseError.denied(nil)
}
