public import Foundation
import LatchkeyTree

/// The data at a location at one point in time. A snapshot never changes.
public final class DataSnapshot: Sendable {
    /// The location of the snapshot.
    public let ref: DatabaseReference
    let node: Node
    /// The order of the children.
    private let order: Query.Order

    init(_ ref: DatabaseReference, _ node: Node, _ order: Query.Order = .priority) {
        self.ref = ref
        self.node = node
        self.order = order
    }

    /// The last key of the location; empty for the root.
    public var key: String { ref.key ?? "" }

    /// The value: `NSNull` for no data, or a string, a number, a Boolean, an array or a dictionary.
    ///
    /// Objects whose keys are mostly small integers are arrays. Keys that Swift considers equal, such as different encodings of the same
    /// accented character, are one key in a dictionary; ``children`` contains both.
    public var value: Any? { node.plainValue }

    /// The priority: a number, a string, or `NSNull`.
    public var priority: Any? { node.priority.plainValue }

    /// Returns the value with its priorities, as `.priority` and `.value`.
    public func valueInExportFormat() -> Any? { node.exportValue }

    /// Returns whether the snapshot contains data.
    public func exists() -> Bool { !node.isEmpty }

    /// Returns whether the snapshot has children.
    public func hasChildren() -> Bool { node.hasChildren }

    /// The number of children.
    public var childrenCount: UInt { UInt(node.childCount) }

    /// Returns whether there is data at a path relative to this snapshot; `false` for an invalid path.
    public func hasChild(_ path: String) -> Bool {
        guard let below = try? TreePath(path) else { return false }
        return !node[below].isEmpty
    }

    /// Returns the snapshot at a path relative to this one; an empty one for an invalid path.
    public func childSnapshot(forPath path: String) -> DataSnapshot {
        DataSnapshot(ref.child(path), (try? TreePath(path)).map { node[$0] } ?? .empty)
    }

    /// The children in the order of the observed query.
    public var children: Children { Children(snapshot: self) }

    /// A sequence of the children of a snapshot.
    public struct Children: Sequence, Sendable {
        let snapshot: DataSnapshot

        /// Returns an iterator over the children.
        public func makeIterator() -> some IteratorProtocol<DataSnapshot> {
            snapshot.order.keys(of: snapshot.node).lazy.map { snapshot.child($0) }.makeIterator()
        }

        /// All children as an array, for code that uses `as? [DataSnapshot]` with Firebase.
        public var allObjects: [Any] { Array(self) }
    }

    private func child(_ key: ChildKey) -> DataSnapshot {
        let location = Location(tree: ref.location.tree, path: ref.location.path.appending(key))
        return DataSnapshot(DatabaseReference(database: ref.database, location: location), node[key])
    }

    /// Decodes the value as a type of the app.
    ///
    /// - Throws: The errors of the decoder.
    public func data<Value: Decodable>(as type: Value.Type, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        try decoder.decode(type, from: Data(node.jsonBytes()))
    }
}

extension DataSnapshot: CustomStringConvertible {
    /// The key and the value as JSON.
    public var description: String { "Snap (\(key)) \(node.json())" }
}
