public import LatchkeyTree

/// A write before its server values are resolved.
public struct WriteOperation: Sendable {
    /// The path of the operation. All changes are at this path or below it.
    public let path: TreePath
    /// The changes in the order in which they are applied.
    public let changes: [TreeChange]
    /// The condition of the write: the hash of the current node at `path`, or of its priority. An empty string stands for no data.
    public var expectedHash: String?
    /// Whether this is an on-disconnect write.
    public var isLeftBehind = false
    /// Whether the operation only sets the priority at `path`.
    package let isPriority: Bool

    package init(path: TreePath, changes: [TreeChange], expectedHash: String?, isPriority: Bool = false) {
        self.path = path
        self.changes = changes
        self.expectedHash = expectedHash
        self.isPriority = isPriority
    }

    /// Returns an operation that replaces the node at a path.
    public static func set(_ node: Node, at path: TreePath, expectedHash: String? = nil) -> WriteOperation {
        WriteOperation(path: path, changes: [.set(path, node)], expectedHash: expectedHash)
    }

    /// Returns an operation that sets the priority at a path.
    public static func setPriority(_ priority: Priority, at path: TreePath, expectedHash: String? = nil) -> WriteOperation {
        WriteOperation(path: path, changes: [.setPriority(path, priority)], expectedHash: expectedHash, isPriority: true)
    }

    /// Returns an operation that replaces several locations below a path atomically.
    ///
    /// Priorities are applied after all values.
    ///
    /// - Throws: `DatabaseError.overlappingPaths`, and `tree` for an invalid priority.
    public static func update(
        _ children: [(path: WritePath, node: Node)], at path: TreePath, expectedHash: String? = nil
    ) throws(DatabaseError) -> WriteOperation {
        if let (first, second) = WritePath.overlap(children.map(\.path)) {
            throw .overlappingPaths(path.appending(first), path.appending(second))
        }
        var changes: [TreeChange] = []
        var priorities: [TreeChange] = []
        for child in children {
            let place = path.appending(child.path.node)
            guard child.path.isPriority else {
                changes.append(.set(place, child.node))
                continue
            }
            do throws(TreeError) {
                priorities.append(.setPriority(place, try Priority(child.node)))
            } catch {
                throw .tree(error)
            }
        }
        return WriteOperation(path: path, changes: changes + priorities, expectedHash: expectedHash)
    }

    /// Returns the operation for the on-disconnect changes of a client, or `nil` if there are none.
    static func left(_ changes: [TreeChange]) -> WriteOperation? {
        guard let path = changes.first?.path else { return nil }
        var operation = WriteOperation(path: path, changes: changes, expectedHash: nil)
        operation.isLeftBehind = true
        return operation
    }

    /// Returns the same operation with only the given changes.
    public func only(_ changes: [TreeChange]) -> WriteOperation {
        var operation = WriteOperation(path: path, changes: changes, expectedHash: expectedHash)
        operation.isLeftBehind = isLeftBehind
        return operation
    }
}

extension WriteOperation {
    /// Whether the result reveals something about the previous data.
    var holdsIncrement: Bool {
        changes.contains { change in
            switch change {
            case .set(_, let node): node.holdsIncrement
            case .setPriority(_, let priority): priority.node.holdsIncrement
            }
        }
    }

    /// The node that was requested for the path, if the operation sets one.
    var requestedNode: Node {
        if case .set(path, let node)? = changes.first { node } else { .empty }
    }
}
