public import LatchkeyTree

/// What somebody wants to write. Values of the server's are still to be filled in.
public struct WriteOperation: Sendable {
    /// Where the operation is meant; what it changes lies there or below.
    public let path: TreePath
    public let changes: [TreeChange]
    /// Only if this is what is there: the hash of the node at `path`, or of its priority, empty for nothing.
    public var expectedHash: String?
    /// Its client is gone: it was left for this moment.
    public var isLeftBehind = false
    /// It is meant for the priority of what is at the path, and for nothing else there.
    let isPriority: Bool

    private init(path: TreePath, changes: [TreeChange], expectedHash: String?, isPriority: Bool = false) {
        self.path = path
        self.changes = changes
        self.expectedHash = expectedHash
        self.isPriority = isPriority
    }

    /// Puts a node in place of what is there.
    public static func set(_ node: Node, at path: TreePath, expectedHash: String? = nil) -> WriteOperation {
        WriteOperation(path: path, changes: [.set(path, node)], expectedHash: expectedHash)
    }

    public static func setPriority(_ priority: Priority, at path: TreePath, expectedHash: String? = nil) -> WriteOperation {
        WriteOperation(path: path, changes: [.setPriority(path, priority)], expectedHash: expectedHash, isPriority: true)
    }

    /// Several places below a path, all or none.
    ///
    /// A priority is for what is there after all of them.
    ///
    /// - Throws: `DatabaseError.overlappingPaths`, and `tree` for a priority that is none.
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

    /// What a client left that is gone by now; nil for nothing.
    static func left(_ changes: [TreeChange]) -> WriteOperation? {
        guard let path = changes.first?.path else { return nil }
        var operation = WriteOperation(path: path, changes: changes, expectedHash: nil)
        operation.isLeftBehind = true
        return operation
    }

    /// The same operation with some of its changes alone.
    public func only(_ changes: [TreeChange]) -> WriteOperation {
        var operation = WriteOperation(path: path, changes: changes, expectedHash: expectedHash)
        operation.isLeftBehind = isLeftBehind
        return operation
    }
}

extension WriteOperation {
    /// Whether what comes out says something about what was there.
    var holdsIncrement: Bool {
        changes.contains { change in
            switch change {
            case .set(_, let node): node.holdsIncrement
            case .setPriority(_, let priority): priority.node.holdsIncrement
            }
        }
    }

    /// What was to be at the path, as far as it is written there.
    var asked: Node {
        if case .set(path, let node)? = changes.first { node } else { .empty }
    }
}
