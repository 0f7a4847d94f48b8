/// Which children of a node somebody wants to see: those between two places of an order, or the first or last so many of them.
public struct Query: Hashable, Sendable {
    /// What children are sorted by.
    public enum Order: Hashable, Sendable {
        case key, value, priority
        /// What is at a path below each child; never the root.
        case child(TreePath)
    }

    /// An end of the range.
    public struct Bound: Hashable, Sendable {
        /// Where the order is that of keys, the key as a string.
        public var value: SortValue
        /// Among children of an equal value: those from, or up to, this key. Nil for all of them, or none where the bound is exclusive.
        public var key: String?
        /// Whether a child that stands exactly there is in the range.
        public var isInclusive: Bool

        public init(_ value: SortValue, key: String? = nil, isInclusive: Bool = true) {
            self.value = value
            self.key = key
            self.isInclusive = isInclusive
        }
    }

    /// How many children, counted from which end of the range; at least 1.
    public enum Limit: Hashable, Sendable {
        case first(Int)
        case last(Int)
    }

    public private(set) var order: Order
    public private(set) var start: Bound?
    public private(set) var end: Bound?
    public private(set) var limit: Limit?

    /// Everything, by priority: what a listener without a query asks for.
    public static let all = Query()

    private init() { order = .priority }

    /// - Throws: `QueryError` where these cannot stand together.
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

    /// Clients without exclusive bounds make longer keys than there are, to name the place just before or after one.
    static let maxBoundKeyBytes = 1024

    /// Whether the query shows a node as it is: an order alone leaves nothing out.
    public var isUnfiltered: Bool { start == nil && end == nil && limit == nil }
}

extension Query.Bound {
    /// Keys that only look alike are different keys, which `String` would not say.
    public static func == (left: Query.Bound, right: Query.Bound) -> Bool {
        guard left.value == right.value, left.isInclusive == right.isInclusive else { return false }
        return switch (left.key, right.key) {
        case (nil, nil): true
        case (let left?, let right?): TextOrder.same(left, right)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
        hasher.combine(isInclusive)
        if let key { TextOrder.bytes(key) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
    }
}

extension Query.Order {
    /// What a child is sorted by. Keys come into it only among equal values, so that for the order of keys all values are.
    func value(of child: Node) -> SortValue {
        switch self {
        case .key: .null
        case .value: SortValue(child)
        case .priority: SortValue(child.priority)
        case .child(let path): SortValue(child[path])
        }
    }

    /// What a rule's `.indexOn` would have to name for this order, if it needs an index.
    public var indexName: String? {
        switch self {
        case .key, .priority: nil
        case .value: ".value"
        case .child(let path): path.keys.map(\.text).joined(separator: "/")
        }
    }
}
