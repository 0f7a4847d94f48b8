import LatchkeyTree

/// Says which child stands before another one in an order.
struct PreviousSiblings {
    private let node: Node
    private let order: Query.Order
    /// Of every child, where many are asked for.
    private var previous: [ChildKey: ChildKey]?

    /// So few are looked for one by one, which takes time in proportion to the logarithm of the children.
    private static let maxLookups = 16

    /// - Parameter count: how many will be asked for.
    init(of node: Node, in order: Query.Order, count: Int) {
        self.node = node
        self.order = order
        if count > Self.maxLookups { previous = Self.all(of: node, in: order) }
    }

    /// - Parameter place: where the child stands.
    func key(before key: ChildKey, at place: SortValue) -> ChildKey? {
        if let previous { return previous[key] }
        let end =
            order == .key
            ? Query.Bound(.string(key.text), isInclusive: false) : Query.Bound(place, key: key.text, isInclusive: false)
        // There is no bound by an object.
        guard let query = try? Query(order: order, end: end, limit: .last(1)) else { return Self.all(of: node, in: order)[key] }
        return query.orderedKeys(in: node).first
    }

    private static func all(of node: Node, in order: Query.Order) -> [ChildKey: ChildKey] {
        let keys = order.keys(of: node)
        return Dictionary(zip(keys.dropFirst(), keys), uniquingKeysWith: { first, _ in first })
    }
}

extension Query.Order {
    /// What a child is sorted by, before its key.
    func place(of child: Node) -> SortValue {
        switch self {
        case .key: .null
        case .value: SortValue(child)
        case .priority: SortValue(child.priority)
        case .child(let path): SortValue(child[path])
        }
    }

    /// The children of a node in this order.
    func keys(of node: Node) -> [ChildKey] {
        // An order alone is always a query.
        (try? Query(order: self))?.orderedKeys(in: node) ?? []
    }
}
