import Foundation
import LatchkeyTree

/// What is at the place of a transaction, to be looked at and changed. Children that are asked for are parts of it: what is done to
/// them is done to it.
public final class MutableData {
    private let content: Content
    private let path: TreePath

    /// What all parts share.
    private final class Content {
        var node: Node
        /// Where the node stands in the database.
        let place: TreePath
        /// Why the app's first bad value can be in no tree.
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

    /// The whole that this is a part of, or why it is none.
    var result: Result<Node, any Error> {
        content.problem.map { .failure($0) } ?? .success(content.node)
    }

    private var node: Node { content.node[path] }

    private func attempt(_ change: () throws -> Node) {
        do { content.node = try change() } catch { if content.problem == nil { content.problem = error } }
    }

    /// What ``DataSnapshot/value`` is. Setting it keeps the priority; a value that can be in no database fails the transaction.
    public var value: Any? {
        get { node.plainValue }
        set {
            attempt {
                let node = try ValueReader.node(newValue, at: content.place.appending(path))
                return content.node.setting(node.priority.isNone ? node.setting(priority: self.node.priority) : node, at: path)
            }
        }
    }

    /// A number, a string, or `NSNull`.
    public var priority: Any? {
        get { node.priority.plainValue }
        set { attempt { content.node.setting(priority: try ValueReader.priority(newValue), at: path) } }
    }

    /// The last key of the place; nil for the root.
    public var key: String? { content.place.appending(path).keys.last?.text }

    public var childrenCount: UInt { UInt(node.childCount) }

    public func hasChildren() -> Bool { node.hasChildren }

    public func hasChild(atPath path: String) -> Bool {
        guard let below = try? TreePath(path) else { return false }
        return !node[below].isEmpty
    }

    /// The part at a path below. A path that can be none fails the transaction.
    public func childData(byAppendingPath path: String) -> MutableData {
        do throws(TreeError) {
            return MutableData(content, self.path.appending(try TreePath(path)))
        } catch {
            // Apart from the rest, so that nothing real is written to.
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
