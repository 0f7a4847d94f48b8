import LatchkeyTree

// Unchecked because `DatabaseReference` is a subclass. Both have only constants, and no other module can create subclasses.
/// The children of a location, or some of them, in an order.
///
/// Invalid combinations, such as two limits, do not crash the app: each use of the query fails with an error that contains the reason.
public class DatabaseQuery: @unchecked Sendable {
    let database: Database
    let location: Location
    let parameters: QueryParameters

    init(database: Database, location: Location, parameters: QueryParameters) {
        self.database = database
        self.location = location
        self.parameters = parameters
    }

    /// The location of the query.
    public var ref: DatabaseReference {
        DatabaseReference(database: database, location: location, problem: parameters.problem)
    }

    /// Keeps the data of the query synchronized even without observers.
    ///
    /// If the rules deny reading, now or later, the data is requested again when a user signs in.
    public func keepSynced(_ keepSynced: Bool) {
        do {
            database.repo.keepSynced(keepSynced, at: location, query: try parameters.query)
        } catch {
            database.repo.environment.warn(DatabaseError.warning("keepSynced:", location, error))
        }
    }

    private func with(_ change: (inout QueryParameters) -> Void) -> DatabaseQuery {
        DatabaseQuery(database: database, location: location, parameters: parameters.with(change))
    }
}

extension DatabaseQuery {
    /// Orders the children by the value at a path relative to each child: no value, false, true, numbers, strings, objects.
    public func queryOrdered(byChild path: String) -> DatabaseQuery { with { $0.setOrder(child: path) } }

    /// Orders the children by key: numbers first, then text.
    public func queryOrderedByKey() -> DatabaseQuery { with { $0.setOrder(.key) } }

    /// Orders the children by value.
    public func queryOrderedByValue() -> DatabaseQuery { with { $0.setOrder(.value) } }

    /// Orders the children by priority, which is the default.
    public func queryOrderedByPriority() -> DatabaseQuery { with { $0.setOrder(.priority) } }

    /// Limits the query to children from this value on. When ordered by key, the value is a key.
    public func queryStarting(atValue value: Any?) -> DatabaseQuery { with { $0.setStart(value, key: nil) } }

    /// Limits the query to children from this value and key on.
    ///
    /// - Parameters:
    ///   - value: The first value of the order.
    ///   - key: The first key among the children with exactly this value.
    public func queryStarting(atValue value: Any?, childKey key: String?) -> DatabaseQuery { with { $0.setStart(value, key: key) } }

    /// Limits the query to children after all children with this value.
    public func queryStarting(afterValue value: Any?) -> DatabaseQuery { with { $0.setStart(value, key: nil, isInclusive: false) } }

    /// Limits the query to children after this value and key.
    public func queryStarting(afterValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { $0.setStart(value, key: key, isInclusive: false) }
    }

    /// Limits the query to children up to this value.
    public func queryEnding(atValue value: Any?) -> DatabaseQuery { with { $0.setEnd(value, key: nil) } }

    /// Limits the query to children up to this value and key.
    ///
    /// - Parameters:
    ///   - value: The last value of the order.
    ///   - key: The last key among the children with exactly this value.
    public func queryEnding(atValue value: Any?, childKey key: String?) -> DatabaseQuery { with { $0.setEnd(value, key: key) } }

    /// Limits the query to children before all children with this value.
    public func queryEnding(beforeValue value: Any?) -> DatabaseQuery { with { $0.setEnd(value, key: nil, isInclusive: false) } }

    /// Limits the query to children before this value and key.
    public func queryEnding(beforeValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { $0.setEnd(value, key: key, isInclusive: false) }
    }

    /// Limits the query to children with this value.
    public func queryEqual(toValue value: Any?) -> DatabaseQuery { queryEqual(toValue: value, childKey: nil) }

    /// Limits the query to the child with this value and key.
    public func queryEqual(toValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { parameters in
            parameters.setStart(value, key: key)
            parameters.setEnd(value, key: key)
        }
    }

    /// Limits the query to the first children, at most `limit` of them.
    public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
        with { $0.setLimit(.first(Int(clamping: limit)), limit) }
    }

    /// Limits the query to the last children, at most `limit` of them.
    public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
        with { $0.setLimit(.last(Int(clamping: limit)), limit) }
    }
}
