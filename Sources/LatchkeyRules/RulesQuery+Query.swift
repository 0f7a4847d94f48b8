public import LatchkeyTree

extension RulesQuery {
    /// Creates the view that rules have of a query.
    ///
    /// A query without an order counts as ordered by key, as in Firebase. With a limit, it may also be meant as ordered by priority. Bounds
    /// without an order are priorities and never count as keys.
    public init(_ query: Query) {
        let order: Order =
            switch query.order {
            case .key: .key
            case .value: .value
            case .priority where query.start != nil || query.end != nil: .priority
            case .priority: query.limit == nil ? .key : .unnamed
            case .child(let path): .child(path.keys.map(\.text).joined(separator: "/"))
            }
        let (start, end) = (query.start?.value.leaf, query.end?.value.leaf)
        var (first, last): (Int?, Int?)
        switch query.limit {
        case .first(let count): first = count
        case .last(let count): last = count
        case nil: break
        }
        self.init(
            order: order, startAt: start, endAt: end, equalTo: query.start == query.end ? start : nil, limitToFirst: first,
            limitToLast: last)
    }
}

extension SortValue {
    fileprivate var leaf: LeafValue? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        default: nil
        }
    }
}
