/// Queries of one order, and the parts of the order in which a change matters to each: so that a change is held against those alone that
/// may see it, however many others there are.
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

    public init() {}

    public var isEmpty: Bool { reaches.isEmpty }

    /// - Parameter node: what the query looks at now, in its order.
    public mutating func insert(_ query: Query, at node: OrderedNode) {
        guard reaches[query] == nil else { return }
        lastID += 1
        queries[lastID] = query
        place(query, id: lastID, at: node)
    }

    public mutating func remove(_ query: Query) {
        guard let reach = reaches.removeValue(forKey: query) else { return }
        queries[reach.id] = nil
        intervals.remove(reach.low, id: reach.id)
    }

    /// The queries that may show something else after the step; from now on they are where the step leads.
    ///
    /// Takes time in proportion to the step and to the queries that it gives, and to the logarithm of all there are.
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
    /// The part of its order in which a change is one of what the query shows; changes outside of it leave that as it is.
    fileprivate func reach(in node: OrderedNode) -> (low: IndexKey, high: IndexKey) {
        let children = OrderedChildren(node)
        let positions = positions(in: children)
        var low = start?.place(in: order, isStart: true) ?? IndexKey(value: .null, key: .lowest)
        var high = end?.place(in: order, isStart: false) ?? IndexKey(value: .object, key: .highest)
        // A window that is full ends with its last child; one with room takes in whatever comes into the range.
        switch limit {
        case .first(let count) where positions.count == count: high = children.place(at: positions.upperBound - 1)
        case .last(let count) where positions.count == count: low = children.place(at: positions.lowerBound)
        default: break
        }
        return (low, high)
    }
}
