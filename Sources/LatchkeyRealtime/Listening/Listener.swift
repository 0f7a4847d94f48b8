public import LatchkeyTree

/// An event for a listener.
public enum ListenerEvent: Sendable {
    /// The node at a path was replaced. The path is relative to the root.
    case put(TreePath, Node)
    /// Several nodes below a path were replaced at once; removed ones are empty. Their paths use slashes between keys, and end in
    /// `.priority` if only the priority changed.
    case merge(TreePath, [(path: String, node: Node)])
    /// The rules no longer allow the listener; no further events follow. Contains the ID of the denial, if denials are recorded.
    case revoked(DecisionID?)
    /// This node no longer has the database; no further events follow. Clients have to connect again.
    case ended
}

/// A callback that receives the events of a listener.
///
/// It is called while the listeners of the database are locked, so it may only add the event to a queue. Data that it derives from the
/// event for sending is looked up in, or added to, the shared copies.
public typealias ListenerSink = @Sendable (ListenerEvent, SharedCopies) -> Void

/// The ID of a listener, needed to end it.
public struct ListenerID: Hashable, Sendable {
    let number: UInt64
    let path: TreePath
    let query: Query
}

extension ListenerEvent {
    /// Creates the event that turns one version of a query result at a path into the next; `nil` if nothing changed.
    init?(_ changes: [Change], at path: TreePath) {
        if changes.isEmpty { return nil }
        if changes.count == 1, case .set(let node) = changes[0].content {
            self = .put(path.appending(changes[0].path), node)
            return
        }
        // Uses the deepest common path, because some clients treat the merged paths as children of that location.
        let base = Self.base(of: changes)
        var places: [(path: String, node: Node)] = []
        for change in changes {
            let prefix = change.path.keys.dropFirst(base.count).map { $0.text + "/" }.joined()
            switch change.content {
            case .set(let node): places.append((String(prefix.dropLast()), node))
            case .priority(let priority): places.append((prefix + ".priority", priority.node))
            case .merge(let children): places += children.map { (prefix + $0.key.text, $0.node) }
            }
        }
        self = .merge(TreePath(keys: path.keys + base), places)
    }

    /// Returns the longest key path that leads to all of the changes and is strictly above each replaced node.
    private static func base(of changes: [Change]) -> ArraySlice<ChildKey> {
        var base: ArraySlice<ChildKey>?
        for change in changes {
            let isSet = if case .set = change.content { true } else { false }
            let keys = isSet ? change.path.keys.dropLast() : change.path.keys[...]
            base = base.map { base in base.prefix(zip(base, keys).prefix { $0 == $1 }.count) } ?? keys
        }
        return base ?? []
    }
}
