import Foundation
import LatchkeyTree

/// The data of a transaction, which the transaction block can read and change. Children share the storage of their parent, so changes to
/// them change the parent.
public final class MutableData {
    private let content: Content
    private let path: TreePath

    /// The storage that all parts share.
    private final class Content {
        var node: Node
        /// The location of the node in the database.
        let place: TreePath
        /// The error for the first invalid value.
        var problem: (any Error)?

        init(_ node: Node, at place: TreePath) {
            self.node = node
            self.place = place
        }
    }

    init(_ node: Node, at place: TreePath) {
        content = Content(node, at: place)
        path = .root
    }

    private init(_ content: Content, _ path: TreePath) {
        self.content = content
        self.path = path
    }

    /// The whole node that this is a part of, or the error for an invalid value.
    var result: Result<Node, any Error> {
        content.problem.map { .failure($0) } ?? .success(content.node)
    }

    private var node: Node { content.node[path] }

    private func attempt(_ change: () throws -> Node) {
        do { content.node = try change() } catch { if content.problem == nil { content.problem = error } }
    }

    /// The value, as in ``DataSnapshot/value``. Setting it keeps the priority. An invalid value fails the transaction.
    public var value: Any? {
        get { node.plainValue }
        set {
            attempt {
                let node = try ValueReader.node(newValue, at: content.place.appending(path))
                return content.node.setting(node.priority.isNone ? node.setting(priority: self.node.priority) : node, at: path)
            }
        }
    }

    /// The priority: a number, a string, or `NSNull`.
    public var priority: Any? {
        get { node.priority.plainValue }
        set { attempt { content.node.setting(priority: try ValueReader.priority(newValue), at: path) } }
    }

    /// The last key of the location; `nil` for the root.
    public var key: String? { content.place.appending(path).keys.last?.text }

    /// The number of children.
    public var childrenCount: UInt { UInt(node.childCount) }

    /// Returns whether the data has children.
    public func hasChildren() -> Bool { node.hasChildren }

    /// Returns whether there is data at a path relative to this part; `false` for an invalid path.
    public func hasChild(atPath path: String) -> Bool {
        guard let below = try? TreePath(path) else { return false }
        return !node[below].isEmpty
    }

    /// Returns the part at a path relative to this one. An invalid path fails the transaction.
    public func childData(byAppendingPath path: String) -> MutableData {
        do throws(TreeError) {
            return MutableData(content, self.path.appending(try TreePath(path)))
        } catch {
            // Returns separate storage, so that writes to it do not change the data.
            let apart = MutableData(.empty, at: content.place)
            if content.problem == nil { content.problem = DatabaseError.make(.invalidArgument, error.description) }
            return apart
        }
    }

    /// The children in the order of their priorities.
    public var children: [MutableData] {
        Query.Order.priority.keys(of: node).map { MutableData(content, path.appending($0)) }
    }
}
