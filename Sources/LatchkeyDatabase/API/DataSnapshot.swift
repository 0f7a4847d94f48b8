public import Foundation
import LatchkeyTree

/// What was at a place at one time. It never changes.
public final class DataSnapshot: Sendable {
    /// The place.
    public let ref: DatabaseReference
    let node: Node
    /// Of the children.
    private let order: Query.Order

    init(_ ref: DatabaseReference, _ node: Node, _ order: Query.Order = .priority) {
        self.ref = ref
        self.node = node
        self.order = order
    }

    /// The last key of the place; empty for the root.
    public var key: String { ref.key ?? "" }

    /// `NSNull` for nothing, else a string, a number, a boolean, an array or a dictionary. Objects whose keys are mostly small whole
    /// numbers are arrays. Keys that Swift holds equal, such as those that write one accent in two ways, are one in a dictionary:
    /// ``children`` has both.
    public var value: Any? { node.plainValue }

    /// A number, a string, or `NSNull`.
    public var priority: Any? { node.priority.plainValue }

    /// The value with the priorities in it, as `.priority` and `.value`.
    public func valueInExportFormat() -> Any? { node.exportValue }

    /// Whether there is anything.
    public func exists() -> Bool { !node.isEmpty }

    public func hasChildren() -> Bool { node.hasChildren }

    public var childrenCount: UInt { UInt(node.childCount) }

    /// Whether there is anything at a path below.
    public func hasChild(_ path: String) -> Bool {
        guard let below = try? TreePath(path) else { return false }
        return !node[below].isEmpty
    }

    /// What was at a path below; nothing where the path can be none.
    public func childSnapshot(forPath path: String) -> DataSnapshot {
        DataSnapshot(ref.child(path), (try? TreePath(path)).map { node[$0] } ?? .empty)
    }

    /// The children in the order of the query that was observed.
    public var children: Children { Children(snapshot: self) }

    /// The children of a snapshot, one after the other.
    public struct Children: Sequence, Sendable {
        let snapshot: DataSnapshot

        public func makeIterator() -> some IteratorProtocol<DataSnapshot> {
            snapshot.order.keys(of: snapshot.node).lazy.map { snapshot.child($0) }.makeIterator()
        }

        /// All of them, for `as? [DataSnapshot]` as code for Firebase has it.
        public var allObjects: [Any] { Array(self) }
    }

    private func child(_ key: ChildKey) -> DataSnapshot {
        let location = Location(tree: ref.location.tree, path: ref.location.path.appending(key))
        return DataSnapshot(DatabaseReference(database: ref.database, location: location), node[key])
    }

    /// The value as a type of the app.
    ///
    /// - Throws: what the decoder throws where the value is another one.
    public func data<Value: Decodable>(as type: Value.Type, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        try decoder.decode(type, from: Data(node.jsonBytes()))
    }
}

extension DataSnapshot: CustomStringConvertible {
    public var description: String { "Snap (\(key)) \(node.json())" }
}
