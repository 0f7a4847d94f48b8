public import LatchkeyTree

/// The query of a read, as the variable `query` of `.read` rules shows it.
public struct RulesQuery: Sendable, Equatable {
    /// The order of a query.
    public enum Order: Sendable, Equatable {
        case key, priority, value
        /// No explicit order. It counts as ordered by key and by priority, because clients send both in the same form.
        case unnamed
        /// Ordered by a child. Deeper paths have slashes.
        case child(String)
    }

    /// The values behind one reference, because a query is passed on with every decision and few rules use it.
    private let parts: Parts

    private final class Parts: Sendable {
        let order: Order
        let startAt: LeafValue?
        let endAt: LeafValue?
        let equalTo: LeafValue?
        let limitToFirst: Int?
        let limitToLast: Int?

        init(order: Order, startAt: LeafValue?, endAt: LeafValue?, equalTo: LeafValue?, limitToFirst: Int?, limitToLast: Int?) {
            self.order = order
            self.startAt = startAt
            self.endAt = endAt
            self.equalTo = equalTo
            self.limitToFirst = limitToFirst
            self.limitToLast = limitToLast
        }
    }

    /// Creates a query. Without arguments, it reads all data and counts as ordered by key.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - startAt: The lower bound, also of queries with `startAfter`.
    ///   - endAt: The upper bound, also of queries with `endBefore`.
    ///   - equalTo: The value that children must have.
    ///   - limitToFirst: The maximum number of children from the start of the order.
    ///   - limitToLast: The maximum number of children from the end of the order.
    public init(
        order: Order = .key, startAt: LeafValue? = nil, endAt: LeafValue? = nil, equalTo: LeafValue? = nil, limitToFirst: Int? = nil,
        limitToLast: Int? = nil
    ) {
        parts = Parts(
            order: order, startAt: startAt, endAt: endAt, equalTo: equalTo, limitToFirst: limitToFirst, limitToLast: limitToLast)
    }

    /// A query that reads all data.
    public static let none = RulesQuery()

    /// Whether both queries have the same order, bounds and limits.
    public static func == (left: RulesQuery, right: RulesQuery) -> Bool {
        let (left, right) = (left.parts, right.parts)
        return left === right
            || left.order == right.order && left.startAt == right.startAt && left.endAt == right.endAt && left.equalTo == right.equalTo
                && left.limitToFirst == right.limitToFirst && left.limitToLast == right.limitToLast
    }
}

extension RulesQuery {
    func value(of member: QueryMember) -> Value {
        switch member {
        case .orderByKey: .boolean(parts.order == .key || parts.order == .unnamed)
        case .orderByPriority: .boolean(parts.order == .priority || parts.order == .unnamed)
        case .orderByValue: .boolean(parts.order == .value)
        case .orderByChild: if case .child(let path) = parts.order { .string(path) } else { .null }
        case .startAt: Value(parts.startAt)
        case .endAt: Value(parts.endAt)
        case .equalTo: Value(parts.equalTo)
        case .limitToFirst: parts.limitToFirst.map { .number(Double($0)) } ?? .null
        case .limitToLast: parts.limitToLast.map { .number(Double($0)) } ?? .null
        }
    }
}
