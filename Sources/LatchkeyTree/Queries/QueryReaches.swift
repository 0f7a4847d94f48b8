/// Queries of one order, with the range of the order in which changes affect each of them. A change is compared only with the queries that
/// it may affect, regardless of their total number.
public struct QueryReaches: Sendable {
    private struct Reach: Sendable {
        let id: Int
        let low: IndexKey
        let high: IndexKey
    }

    private var reaches: [Query: Reach] = [:]
    private var queries: [Int: Query] = [:]
    private var intervals = IntervalMap<IndexKey>()
    private var lastID = 0

    /// Creates an empty collection.
    public init() {}

    /// Whether there are no queries.
    public var isEmpty: Bool { reaches.isEmpty }

    /// Adds a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - node: The current node in the query's order.
    public mutating func insert(_ query: Query, at node: OrderedNode) {
        guard reaches[query] == nil else { return }
        lastID += 1
        queries[lastID] = query
        place(query, id: lastID, at: node)
    }

    /// Removes a query.
    public mutating func remove(_ query: Query) {
        guard let reach = reaches.removeValue(forKey: query) else { return }
        queries[reach.id] = nil
        intervals.remove(reach.low, id: reach.id)
    }

    /// Returns the queries that the step may affect, and updates their ranges.
    ///
    /// The time is proportional to the step and the number of returned queries, and to the logarithm of the number of all queries.
    public mutating func touched(by step: OrderedStep) -> [Query] {
        var touched: [Query]
        if let places = step.places {
            var seen = Set<Int>()
            for place in places {
                if let before = place.before { intervals.forEach(at: before) { seen.insert($0) } }
                if let after = place.after { intervals.forEach(at: after) { seen.insert($0) } }
            }
            touched = seen.compactMap { queries[$0] }
        } else {
            touched = Array(reaches.keys)
        }
        for query in touched { move(query, to: step.after) }
        return touched
    }

    private mutating func move(_ query: Query, to node: OrderedNode) {
        guard let reach = reaches[query] else { return }
        let (low, high) = query.reach(in: node)
        if low == reach.low, high == reach.high { return }
        intervals.remove(reach.low, id: reach.id)
        place(query, id: reach.id, at: node)
    }

    private mutating func place(_ query: Query, id: Int, at node: OrderedNode) {
        let (low, high) = query.reach(in: node)
        reaches[query] = Reach(id: id, low: low, high: high)
        intervals.insert(low, high, id: id)
    }
}

extension Query {
    /// Returns the range of the order in which changes may affect the query's view.
    fileprivate func reach(in node: OrderedNode) -> (low: IndexKey, high: IndexKey) {
        let children = OrderedChildren(node)
        let positions = positions(in: children)
        var low = start?.place(in: order, isStart: true) ?? IndexKey(value: .null, key: .lowest)
        var high = end?.place(in: order, isStart: false) ?? IndexKey(value: .object, key: .highest)
        // A full window ends at its last child, or starts at its first. A window with free space takes in every child that enters the
        // range.
        switch limit {
        case .first(let count) where positions.count == count: high = children.place(at: positions.upperBound - 1)
        case .last(let count) where positions.count == count: low = children.place(at: positions.lowerBound)
        default: break
        }
        return (low, high)
    }
}
