// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyTree

/// What somebody wants to write. Values of the server's are still to be filled in.
public struct WriteOperation: Sendable {
    /// Where the operation is meant; what it changes lies there or below.
    public let path: TreePath
    public let changes: [TreeChange]
    /// Only if this is what is there: the hash of the node at `path`, empty for nothing.
    public var expectedHash: String?
    /// Its client is gone: it was left for this moment.
    public var isLeftBehind = false

    /// Puts a node in place of what is there.
    public static func set(_ node: Node, at path: TreePath, expectedHash: String? = nil) -> WriteOperation {
        WriteOperation(path: path, changes: [.set(path, node)], expectedHash: expectedHash)
    }

    public static func setPriority(_ priority: Priority, at path: TreePath) -> WriteOperation {
        WriteOperation(path: path, changes: [.setPriority(path, priority)], expectedHash: nil)
    }

    /// Several places below a path, all or none.
    ///
    /// - Throws: `DatabaseError.overlappingPaths`.
    public static func update(
        _ children: [(path: TreePath, node: Node)], at path: TreePath, expectedHash: String? = nil
    ) throws(DatabaseError) -> WriteOperation {
        let paths = children.map { path.appending($0.path) }.sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        for (first, second) in zip(paths, paths.dropFirst()) where first.contains(second) { throw .overlappingPaths(first, second) }
        return WriteOperation(
            path: path, changes: children.map { .set(path.appending($0.path), $0.node) }, expectedHash: expectedHash)
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
