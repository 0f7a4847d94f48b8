public import LatchkeyTree

/// What somebody who listens is told.
public enum ListenerEvent: Sendable {
    /// A place is another node now. The path counts from the root.
    case put(TreePath, Node)
    /// Several places below the path that is listened to are others now, at once; empty for those that went. Their paths have slashes
    /// between keys, and end in `.priority` where that alone is meant.
    case merge(TreePath, [(path: String, node: Node)])
    /// The rules do not allow it any more; nothing will follow. With the name of the denial, where they are remembered.
    case revoked(DecisionID?)
}

/// Takes what a listener is told.
///
/// Called while the database's listeners are locked: it may put the event into a queue, and nothing else. What it makes of the event for
/// that it finds in, or leaves to, the copies.
public typealias ListenerSink = @Sendable (ListenerEvent, SharedCopies) -> Void

/// A listener's name, to end it by.
public struct ListenerID: Hashable, Sendable {
    let number: UInt64
    let path: TreePath
    let query: Query
}

extension ListenerEvent {
    /// What makes one version of what a query shows at a path into the next; nil where nothing changed.
    init?(_ changes: [Change], at path: TreePath) {
        if changes.isEmpty { return nil }
        if changes.count == 1, case .set(let node) = changes[0].content {
            self = .put(path.appending(changes[0].path), node)
            return
        }
        // As deep as the whole change is, because there are readers who take what is merged for children of that place.
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

    /// The keys that lead to all of the changes, and to none of them alone.
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
