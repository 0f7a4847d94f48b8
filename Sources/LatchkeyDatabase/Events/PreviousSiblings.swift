import LatchkeyTree

/// Looks up the previous sibling of a child in an order.
struct PreviousSiblings {
    private let node: Node
    private let order: Query.Order
    /// The previous sibling of each child, if many are needed.
    private var previous: [ChildKey: ChildKey]?

    /// The maximum number of individual lookups, which take logarithmic time in the number of children.
    private static let maxLookups = 16

    /// Prepares lookups.
    ///
    /// - Parameter count: The number of expected lookups.
    init(of node: Node, in order: Query.Order, count: Int) {
        self.node = node
        self.order = order
        if count > Self.maxLookups { previous = Self.all(of: node, in: order) }
    }

    /// Returns the key of the previous sibling.
    ///
    /// - Parameter place: The sort value of the child.
    func key(before key: ChildKey, at place: SortValue) -> ChildKey? {
        if let previous { return previous[key] }
        let end =
            order == .key
            ? Query.Bound(.string(key.text), isInclusive: false) : Query.Bound(place, key: key.text, isInclusive: false)
        // A query cannot be bounded by an object.
        guard let query = try? Query(order: order, end: end, limit: .last(1)) else { return Self.all(of: node, in: order)[key] }
        return query.orderedKeys(in: node).first
    }

    private static func all(of node: Node, in order: Query.Order) -> [ChildKey: ChildKey] {
        let keys = order.keys(of: node)
        return Dictionary(zip(keys.dropFirst(), keys), uniquingKeysWith: { first, _ in first })
    }
}

extension Query.Order {
    /// Returns the value by which a child is sorted, before its key.
    func place(of child: Node) -> SortValue {
        switch self {
        case .key: .null
        case .value: SortValue(child)
        case .priority: SortValue(child.priority)
        case .child(let path): SortValue(child[path])
        }
    }

    /// Returns the keys of a node's children in this order.
    func keys(of node: Node) -> [ChildKey] {
        // A query with only an order is always valid.
        (try? Query(order: self))?.orderedKeys(in: node) ?? []
    }
}
