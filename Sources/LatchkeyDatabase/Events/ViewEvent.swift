import LatchkeyTree

/// An event for the observers of a view.
struct ViewEvent: Sendable, Equatable {
    var type: DataEventType
    /// The key of the child; `nil` for the whole value.
    var key: ChildKey?
    /// The child or the value. For a removed child, its last data.
    var node: Node
    /// The previous child in the order of the query; `nil` for the first child, and where it does not apply.
    var previousKey: ChildKey?
}

extension ViewEvent {
    /// Returns the events between two states of a location: removed, added, moved and changed children, each in the order of the query, and
    /// then the value.
    static func events(from before: View.Shown, to after: View.Shown, in order: Query.Order) -> [ViewEvent] {
        let changes = before.node.changes(to: after.node)
        var events: [ViewEvent] = []
        if !changes.isEmpty {
            let children = ChildDifferences(keys: changes.childKeys(before: before.node, after: after.node), before.node, after.node, order)
            events = children.events
        }
        if after.isComplete, !before.isComplete || !changes.isEmpty {
            events.append(ViewEvent(type: .value, node: after.node))
        }
        return events
    }

    /// Returns the events for a new observer of existing data.
    static func initialEvents(_ type: DataEventType, of shown: View.Shown, in order: Query.Order) -> [ViewEvent] {
        switch type {
        case .value: return shown.isComplete ? [ViewEvent(type: .value, node: shown.node)] : []
        case .childAdded:
            var previous: ChildKey?
            return order.keys(of: shown.node).map { key in
                defer { previous = key }
                return ViewEvent(type: .childAdded, key: key, node: shown.node[key], previousKey: previous)
            }
        case .childChanged, .childMoved, .childRemoved: return []
        }
    }
}

extension [Change] {
    /// Returns the keys of the children that may have changed.
    fileprivate func childKeys(before: Node, after: Node) -> Set<ChildKey> {
        var keys: Set<ChildKey> = []
        for change in self {
            if let key = change.path.keys.first {
                keys.insert(key)
                continue
            }
            switch change.content {
            case .set:
                for (key, _) in before.children { keys.insert(key) }
                for (key, _) in after.children { keys.insert(key) }
            case .merge(let children): keys.formUnion(children.map(\.key))
            case .priority: break
            }
        }
        return keys
    }
}
