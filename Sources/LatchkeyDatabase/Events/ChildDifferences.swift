import LatchkeyTree

/// The differences between the children in two states of a location.
struct ChildDifferences {
    private var removed: [Child] = []
    /// New children, and existing ones with a new position.
    private var placed: [(type: DataEventType, child: Child)] = []
    private var changed: [Child] = []
    private let after: Node
    private let order: Query.Order

    private struct Child {
        let key: ChildKey
        let node: Node
        let place: SortValue

        static func precedes(_ left: Child, _ right: Child) -> Bool {
            left.place == right.place ? left.key < right.key : left.place < right.place
        }
    }

    /// Compares two states.
    ///
    /// - Parameter keys: The keys of all children that may differ.
    init(keys: Set<ChildKey>, _ before: Node, _ after: Node, _ order: Query.Order) {
        self.after = after
        self.order = order
        for key in keys {
            let (old, new) = (before[key], after[key])
            if new.isEmpty {
                if !old.isEmpty { removed.append(Child(key: key, node: old, place: order.place(of: old))) }
                continue
            }
            let child = Child(key: key, node: new, place: order.place(of: new))
            if old.isEmpty {
                placed.append((.childAdded, child))
            } else if old != new {
                if order.place(of: old) != child.place { placed.append((.childMoved, child)) }
                changed.append(child)
            }
        }
        removed.sort(by: Child.precedes)
        placed.sort { Child.precedes($0.child, $1.child) }
        changed.sort(by: Child.precedes)
    }

    /// The events for the differences.
    ///
    /// Firebase clients send all new children before those that moved. Here both come in their final order, so that each event follows that
    /// of the previous child. Otherwise a list that applies the events could end up in a different order.
    var events: [ViewEvent] {
        let siblings = PreviousSiblings(of: after, in: order, count: placed.count + changed.count)
        func event(_ type: DataEventType, _ child: Child) -> ViewEvent {
            ViewEvent(type: type, key: child.key, node: child.node, previousKey: siblings.key(before: child.key, at: child.place))
        }
        return removed.map { ViewEvent(type: .childRemoved, key: $0.key, node: $0.node) } + placed.map { event($0.type, $0.child) }
            + changed.map { event(.childChanged, $0) }
    }
}
