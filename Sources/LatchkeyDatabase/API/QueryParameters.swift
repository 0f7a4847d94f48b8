import LatchkeyTree

/// The parameters of a query. Invalid combinations are recorded and reported when the query is used.
struct QueryParameters: Sendable {
    var order: Query.Order?
    var start: Query.Bound?
    var end: Query.Bound?
    var limit: Query.Limit?
    /// The first problem.
    var problem: String?

    init(problem: String? = nil) {
        self.problem = problem
    }

    /// The query.
    ///
    /// - Throws: An error with ``DatabaseErrorCode/invalidArgument``.
    var query: Query {
        get throws {
            if let problem { throw DatabaseError.make(.invalidArgument, problem) }
            do {
                return try Query(order: order ?? .priority, start: start, end: end, limit: limit)
            } catch {
                throw DatabaseError.make(.invalidArgument, "The query is invalid: \(error.description).")
            }
        }
    }

    func with(_ change: (inout QueryParameters) -> Void) -> QueryParameters {
        var changed = self
        change(&changed)
        return changed
    }

    private mutating func note(_ text: String) {
        if problem == nil { problem = text }
    }

    mutating func setOrder(_ order: Query.Order) {
        if self.order != nil { note("A query can have only one order.") }
        self.order = order
    }

    mutating func setOrder(child path: String) {
        do {
            let path = try TreePath(path)
            if path.isRoot { note("Children are ordered by a path below them. Use queryOrderedByValue() for their own values.") }
            setOrder(.child(path))
        } catch {
            note("Children cannot be ordered by \"\(path.prefix(200))\". \(error.description)")
        }
    }

    mutating func setStart(_ value: Any?, key: String?, isInclusive: Bool = true) {
        if start != nil { note("A query can have only one start: use queryStarting or queryEqual once.") }
        start = bound(value, key: key, isInclusive: isInclusive)
    }

    mutating func setEnd(_ value: Any?, key: String?, isInclusive: Bool = true) {
        if end != nil { note("A query can have only one end: use queryEnding or queryEqual once.") }
        end = bound(value, key: key, isInclusive: isInclusive)
    }

    mutating func setLimit(_ limit: Query.Limit, _ count: UInt) {
        if self.limit != nil { note("A query can have only one limit: use queryLimited(toFirst:) or queryLimited(toLast:) once.") }
        if count == 0 || count > Int32.max { note("The limit of a query must be from 1 to \(Int32.max).") }
        self.limit = limit
    }

    private mutating func bound(_ value: Any?, key: String?, isInclusive: Bool) -> Query.Bound? {
        if let key, !ChildKey.isValid(key) { note("\"\(key.prefix(200))\" is not a valid key.") }
        do {
            let node = try ValueReader.node(value, at: .root)
            if node.hasChildren || SortValue(node) == .null && !node.isEmpty {
                note("A query can only be bounded by strings, numbers, booleans and nil.")
                return nil
            }
            return Query.Bound(SortValue(node), key: key, isInclusive: isInclusive)
        } catch {
            note("A query can only be bounded by strings, finite numbers, booleans and nil.")
            return nil
        }
    }
}
