import LatchkeyDatabase

/// What was at a place at one time.
public final class FDataSnapshot: Sendable {
    private let snapshot: DataSnapshot
    private let makeReference: @Sendable (DatabaseReference) -> Firebase

    init(_ snapshot: DataSnapshot, _ makeReference: @escaping @Sendable (DatabaseReference) -> Firebase) {
        self.snapshot = snapshot
        self.makeReference = makeReference
    }

    /// The place.
    public var ref: Firebase { makeReference(snapshot.ref) }
    /// The last key of the place; empty for the root.
    public var key: String { snapshot.key }
    /// `NSNull` for nothing, else a string, a number, a boolean, an array or a dictionary.
    public var value: Any? { snapshot.value }
    /// A number, a string, or `NSNull`.
    public var priority: Any? { snapshot.priority }
    public var childrenCount: UInt { snapshot.childrenCount }
    /// The children in their order.
    public var children: [FDataSnapshot] { snapshot.children.map { FDataSnapshot($0, makeReference) } }

    /// Whether there is anything.
    public func exists() -> Bool { snapshot.exists() }
    public func hasChildren() -> Bool { snapshot.hasChildren() }
    /// Whether there is anything at a path below.
    public func hasChild(_ path: String) -> Bool { snapshot.hasChild(path) }
    /// What was at a path below.
    public func childSnapshotForPath(_ path: String) -> FDataSnapshot {
        FDataSnapshot(snapshot.childSnapshot(forPath: path), makeReference)
    }
    /// The value with the priorities in it.
    public func valueInExportFormat() -> Any? { snapshot.valueInExportFormat() }
}

extension FDataSnapshot: CustomStringConvertible {
    public var description: String { snapshot.description }
}
