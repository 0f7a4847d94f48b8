public import LatchkeyTree

/// The query with which data is read, as the variable `query` of `.read` rules shows it.
public struct RulesQuery: Sendable, Equatable {
    public enum Order: Sendable, Equatable {
        case key, priority, value
        /// None was named: a read by priority, as a client sends it that may have meant either.
        case unnamed
        /// By a child; deeper ones have slashes.
        case child(String)
    }

    /// One reference, because it is handed on with every decision and hardly any rule asks for it.
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

    /// Without arguments a read of everything, which counts as ordered by key.
    ///
    /// - Parameters:
    ///   - startAt: also what a query that starts after a value says here, and likewise `endAt`.
    ///   - limitToFirst: how many children from the beginning of the order.
    public init(
        order: Order = .key, startAt: LeafValue? = nil, endAt: LeafValue? = nil, equalTo: LeafValue? = nil, limitToFirst: Int? = nil,
        limitToLast: Int? = nil
    ) {
        parts = Parts(
            order: order, startAt: startAt, endAt: endAt, equalTo: equalTo, limitToFirst: limitToFirst, limitToLast: limitToLast)
    }

    /// A read of everything.
    public static let none = RulesQuery()

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
