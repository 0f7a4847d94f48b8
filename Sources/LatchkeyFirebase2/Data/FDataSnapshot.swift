import LatchkeyDatabase

/// A snapshot of the data at a location.
public final class FDataSnapshot: Sendable {
    private let snapshot: DataSnapshot
    private let makeReference: @Sendable (DatabaseReference) -> Firebase

    init(_ snapshot: DataSnapshot, _ makeReference: @escaping @Sendable (DatabaseReference) -> Firebase) {
        self.snapshot = snapshot
        self.makeReference = makeReference
    }

    /// The location.
    public var ref: Firebase { makeReference(snapshot.ref) }
    /// The last key of the path; empty for the root.
    public var key: String { snapshot.key }
    /// The value: `NSNull` if there is no data, otherwise a string, a number, a Boolean, an array or a dictionary.
    public var value: Any? { snapshot.value }
    /// The priority: a number, a string or `NSNull`.
    public var priority: Any? { snapshot.priority }
    /// The number of children.
    public var childrenCount: UInt { snapshot.childrenCount }
    /// The children, in order.
    public var children: [FDataSnapshot] { snapshot.children.map { FDataSnapshot($0, makeReference) } }

    /// Returns whether the snapshot contains data.
    public func exists() -> Bool { snapshot.exists() }
    /// Returns whether there are children.
    public func hasChildren() -> Bool { snapshot.hasChildren() }
    /// Returns whether there is data at a relative path.
    public func hasChild(_ path: String) -> Bool { snapshot.hasChild(path) }
    /// Returns the snapshot of a relative path.
    public func childSnapshotForPath(_ path: String) -> FDataSnapshot {
        FDataSnapshot(snapshot.childSnapshot(forPath: path), makeReference)
    }
    /// Returns the value including priorities.
    public func valueInExportFormat() -> Any? { snapshot.valueInExportFormat() }
}

extension FDataSnapshot: CustomStringConvertible {
    /// A description of the snapshot.
    public var description: String { snapshot.description }
}
