/// A selection of the children of a node: a range in an order, or a number of children at its start or end.
public struct Query: Hashable, Sendable {
    /// The order of the children.
    public enum Order: Hashable, Sendable {
        case key, value, priority
        /// By the value at a path below each child. The path is never the root.
        case child(TreePath)
    }

    /// One end of the range.
    public struct Bound: Hashable, Sendable {
        /// The value. In the order by key, it is the key as a string.
        public var value: SortValue
        /// The first or last key among children with an equal value. If nil, an inclusive bound has all of them, and an exclusive bound
        /// none.
        public var key: String?
        /// Whether a child at the bound is in the range.
        public var isInclusive: Bool

        /// Creates a bound.
        public init(_ value: SortValue, key: String? = nil, isInclusive: Bool = true) {
            self.value = value
            self.key = key
            self.isInclusive = isInclusive
        }
    }

    /// The maximum number of children, at least 1, and the end of the range from which it counts.
    public enum Limit: Hashable, Sendable {
        case first(Int)
        case last(Int)
    }

    /// The order of the children.
    public private(set) var order: Order
    /// The start of the range; nil for the first child.
    public private(set) var start: Bound?
    /// The end of the range; nil for the last child.
    public private(set) var end: Bound?
    /// The limit, if there is one.
    public private(set) var limit: Limit?

    /// All data by priority, as a listener without a query requests it.
    public static let all = Query()

    private init() { order = .priority }

    /// Creates a query.
    ///
    /// - Throws: ``QueryError`` if the combination is invalid.
    public init(order: Order, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) throws(QueryError) {
        if case .child(let path) = order, path.isRoot { throw .order }
        for (name, bound) in [("startAt", start), ("endAt", end)] {
            guard let bound else { continue }
            try Self.check(bound, in: order, name: name)
        }
        switch limit {
        case .first(let count) where count < 1: throw .limit("limitToFirst")
        case .last(let count) where count < 1: throw .limit("limitToLast")
        default: break
        }
        self.order = order
        self.start = start
        self.end = end
        self.limit = limit
    }

    private static func check(_ bound: Bound, in order: Order, name: String) throws(QueryError) {
        if let key = bound.key, key.utf8.count > maxBoundKeyBytes { throw .key(name) }
        switch (order, bound.value) {
        case (_, .object): throw .value(name)
        case (.key, .string(let key)):
            guard key.utf8.count <= maxBoundKeyBytes else { throw .key(name) }
            if bound.key != nil { throw .keyTwice(name) }
        case (.key, _): throw .keyIsNoString(name)
        case (.priority, .boolean): throw .priority(name)
        default: break
        }
    }

    /// The maximum length of a key in a bound, in bytes. Clients without exclusive bounds send keys longer than ``ChildKey/maxBytes`` for
    /// the place just before or after a key.
    static let maxBoundKeyBytes = 1024

    /// Whether the query's view of a node is the node itself. An order alone filters nothing.
    public var isUnfiltered: Bool { start == nil && end == nil && limit == nil }
}

extension Query.Bound {
    /// Whether both are equal. Keys are compared by code units, because `String` treats canonically equivalent keys as equal.
    public static func == (left: Query.Bound, right: Query.Bound) -> Bool {
        guard left.value == right.value, left.isInclusive == right.isInclusive else { return false }
        return switch (left.key, right.key) {
        case (nil, nil): true
        case (let left?, let right?): TextOrder.same(left, right)
        default: false
        }
    }

    /// Hashes the bound.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(isInclusive)
        if let key { TextOrder.bytes(key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
    }
}

extension Query.Order {
    /// Returns the sort value of a child. It is null in the order by key, because keys sort children with equal values.
    func value(of child: Node) -> SortValue {
        switch self {
        case .key: .null
        case .value: SortValue(child)
        case .priority: SortValue(child.priority)
        case .child(let path): SortValue(child[path])
        }
    }

    /// The name of the index in `.indexOn` for this order; nil if it needs no index.
    public var indexName: String? {
        switch self {
        case .key, .priority: nil
        case .value: ".value"
        case .child(let path): path.keys.map(\.text).joined(separator: "/")
        }
    }
}
