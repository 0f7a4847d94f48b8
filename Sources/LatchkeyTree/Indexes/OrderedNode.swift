/// A version of a node with its children in an order. Keep it to derive the order of the next version without sorting again, regardless of
/// what the nodes cache.
public struct OrderedNode: Sendable {
    /// The node.
    public let node: Node
    /// The order of its children.
    public let order: Query.Order
    private let isIndexed: Bool
    let index: ChildIndex?

    /// Creates an ordered node. It sorts the children, unless the node has cached the order.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - order: The order of its children.
    ///   - isIndexed: Whether an authorized party, such as the rules, requests the order. The node caches other orders only in the
    ///     remaining space.
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

    /// Returns another version of the node, in time proportional to the change.
    public func following(_ other: Node) -> OrderedNode { step(to: other).after }

    /// Returns the differences to another version of the node, for queries of this order.
    public func step(to other: Node) -> OrderedStep {
        guard case .object(let before) = node, case .object(let after) = other else {
            return OrderedStep(before: self, after: OrderedNode(other, order: order, isIndexed: isIndexed), places: nil)
        }
        var places: [OrderedStep.Place] = []
        var followed = index
        // With more changes than this, sorting is faster.
        let maxPlaces = max(16, after.children.count / 8)
        let known = order == .key ? nil : after.remembered(order)
        before.children.forEachDifference(to: after.children) { key, old, new in
            // Most children of a copied page are unchanged.
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

/// Two versions of a node in an order, with their differences. You can use one step for all queries of that order.
public struct OrderedStep: Sendable {
    /// The version before.
    public let before: OrderedNode
    /// The version after.
    public let after: OrderedNode
    /// The places of the changed children; nil if there are too many.
    let places: [Place]?

    struct Place: Sendable {
        let before: IndexKey?
        let after: IndexKey?
    }
}

extension Query {
    /// Returns the query's view of a version, which must be in the query's order.
    public func apply(to ordered: OrderedNode) -> Node {
        if isUnfiltered { return ordered.node }
        let children = OrderedChildren(ordered)
        return Node(shown: children.selection(positions(in: children)))
    }
}
