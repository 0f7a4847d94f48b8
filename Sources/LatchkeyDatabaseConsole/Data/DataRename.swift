import HTTPTypes
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyRealtime
import LatchkeyTree

/// Gives a node another key below the same parent, in one write. The node keeps its data and priorities.
struct DataRename: Sendable {
    let parent: TreePath
    let old: ChildKey
    let new: ChildKey

    /// - Throws: `DatabaseRefusal`, and `TreeError` for an invalid key.
    init(_ path: TreePath, to name: String) throws {
        guard let old = path.keys.last, let parent = path.parent else {
            throw DatabaseRefusal(.badRequest, "The root of a database has no name, so it cannot be renamed.")
        }
        guard let new = ChildKey(name) else { throw TreeError.key(name) }
        guard new != old else { throw DatabaseRefusal(.badRequest, "This is the current name. Enter another one.") }
        (self.parent, self.old, self.new) = (parent, old, new)
    }

    /// - Parameters:
    ///   - tree: The current node at `parent`.
    ///   - seen: The mark of the data that the user saw.
    /// - Returns: The write; `nil` if the data has changed since then.
    /// - Throws: `DatabaseRefusal` if a node with the new name exists.
    func operation(in tree: Node, seen: String) throws -> WriteOperation? {
        let node = tree[old]
        guard !node.isEmpty, DataForm.mark(of: node) == seen else { return nil }
        guard tree[new].isEmpty else {
            throw DatabaseRefusal(
                .conflict, "A child with the name “\(new.text)” already exists, so nothing was renamed. Choose another name.")
        }
        // The condition covers all children of the parent: the old one has to be as the user saw it, and the new one has to be missing.
        return WriteOperation(
            path: parent, changes: [.set(parent.appending(new), node), .set(parent.appending(old), .empty)], expectedHash: tree.hash)
    }
}
