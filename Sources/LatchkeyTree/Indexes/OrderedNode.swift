/// A version of a node with its children in an order. Who keeps it need not sort the next version from the beginning, whatever the nodes
/// themselves remember.
public struct OrderedNode: Sendable {
    public let node: Node
    public let order: Query.Order
    private let isIndexed: Bool
    let index: ChildIndex?

    /// Sorts the children, unless the node remembers the order.
    ///
    /// - Parameter isIndexed: whether somebody who may decide that wants the order to be at hand. Of the others the node remembers what it
    ///   has room for beside those.
    public init(_ node: Node, order: Query.Order, isIndexed: Bool = true) {
        self.node = node
        self.order = order
        index = if case .object(let object) = node, order != .key { object.index(order, isIndexed: isIndexed) } else { nil }
        self.isIndexed = isIndexed
    }

    private init(_ node: Node, order: Query.Order, isIndexed: Bool, index: ChildIndex?) {
        self.node = node
        self.order = order
        self.isIndexed = isIndexed
        self.index = index
    }

    /// Another version of the node, in time in proportion to what changed.
    public func following(_ other: Node) -> OrderedNode { step(to: other).after }

    /// What changes for queries of this order with another version of the node.
    public func step(to other: Node) -> OrderedStep {
        guard case .object(let before) = node, case .object(let after) = other else {
            return OrderedStep(before: self, after: OrderedNode(other, order: order, isIndexed: isIndexed), places: nil)
        }
        var places: [OrderedStep.Place] = []
        var followed = index
        // With so many changes it is quicker to sort.
        let maxPlaces = max(16, after.children.count / 8)
        let known = order == .key ? nil : after.remembered(order)
        before.children.forEachDifference(to: after.children) { key, old, new in
            // Of a page that was copied most children are the same.
            if let old, let new, old.isIdentical(to: new) { return }
            guard places.count <= maxPlaces else { return }
            places.append(
                OrderedStep.Place(
                    before: old.map { IndexKey(value: order.value(of: $0), key: key) },
                    after: new.map { IndexKey(value: order.value(of: $0), key: key) }))
            if known == nil { followed = followed?.replacing(old ?? .empty, at: key, with: new ?? .empty) }
        }
        let isFollowed = order == .key || known != nil || followed != nil && places.count <= maxPlaces
        let ordered =
            isFollowed
            ? OrderedNode(other, order: order, isIndexed: isIndexed, index: known ?? followed)
            : OrderedNode(other, order: order, isIndexed: isIndexed)
        if known == nil, isFollowed, let followed { after.remember(followed, isIndexed: isIndexed) }
        return OrderedStep(before: self, after: ordered, places: places.count <= maxPlaces ? places : nil)
    }
}

/// Two versions of a node in an order, and where they differ. One serves all queries of that order.
public struct OrderedStep: Sendable {
    public let before: OrderedNode
    public let after: OrderedNode
    /// The places of the children that are not the same; nil where they are many.
    let places: [Place]?

    struct Place: Sendable {
        let before: IndexKey?
        let after: IndexKey?
    }
}

extension Query {
    /// What the query shows of a version; it has to be in the query's order.
    public func apply(to ordered: OrderedNode) -> Node {
        if isUnfiltered { return ordered.node }
        let children = OrderedChildren(ordered)
        return Node(shown: children.selection(positions(in: children)))
    }
}
