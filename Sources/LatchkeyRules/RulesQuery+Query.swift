public import LatchkeyTree

extension RulesQuery {
    /// What rules see of a query. One that names no order goes by keys there, as Firebase's own tells rules; with a limit it may have been
    /// meant by priority too. Bounds without an order are priorities, and never pass for keys.
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
