import LatchkeyTree

/// Some or all children of a place, in an order.
///
/// What cannot stand together in a query, such as two limits, does not stop the app: every use of the query fails with an error that
/// says why.
// Unchecked only because a reference is a query too: both consist of constants, and nobody else can make a kind of them.
public class DatabaseQuery: @unchecked Sendable {
    let database: Database
    let location: Location
    let parameters: QueryParameters

    init(database: Database, location: Location, parameters: QueryParameters) {
        self.database = database
        self.location = location
        self.parameters = parameters
    }

    /// The place whose children these are.
    public var ref: DatabaseReference {
        DatabaseReference(database: database, location: location, problem: parameters.problem)
    }

    /// Keeps what the query shows at hand although nobody observes it, or not any more. Where reading is not allowed, or not any more, it
    /// is asked for again when somebody signs in.
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
    /// By what is at a path below each child: nothing, false, true, numbers, strings, objects.
    public func queryOrdered(byChild path: String) -> DatabaseQuery { with { $0.setOrder(child: path) } }

    /// By their keys: numbers first, then text.
    public func queryOrderedByKey() -> DatabaseQuery { with { $0.setOrder(.key) } }

    /// By their own values.
    public func queryOrderedByValue() -> DatabaseQuery { with { $0.setOrder(.value) } }

    /// By their priorities, which is the order where none is asked for.
    public func queryOrderedByPriority() -> DatabaseQuery { with { $0.setOrder(.priority) } }

    /// From this value of the order on. In the order of keys it is a key.
    public func queryStarting(atValue value: Any?) -> DatabaseQuery { with { $0.setStart(value, key: nil) } }

    /// - Parameter key: of children with exactly this value, those from this key on.
    public func queryStarting(atValue value: Any?, childKey key: String?) -> DatabaseQuery { with { $0.setStart(value, key: key) } }

    /// Behind all children with this value.
    public func queryStarting(afterValue value: Any?) -> DatabaseQuery { with { $0.setStart(value, key: nil, isInclusive: false) } }

    public func queryStarting(afterValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { $0.setStart(value, key: key, isInclusive: false) }
    }

    /// Up to this value of the order.
    public func queryEnding(atValue value: Any?) -> DatabaseQuery { with { $0.setEnd(value, key: nil) } }

    /// - Parameter key: of children with exactly this value, those up to this key.
    public func queryEnding(atValue value: Any?, childKey key: String?) -> DatabaseQuery { with { $0.setEnd(value, key: key) } }

    /// Before all children with this value.
    public func queryEnding(beforeValue value: Any?) -> DatabaseQuery { with { $0.setEnd(value, key: nil, isInclusive: false) } }

    public func queryEnding(beforeValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { $0.setEnd(value, key: key, isInclusive: false) }
    }

    /// Those with this value.
    public func queryEqual(toValue value: Any?) -> DatabaseQuery { queryEqual(toValue: value, childKey: nil) }

    /// - Parameter key: the one of them that has this key.
    public func queryEqual(toValue value: Any?, childKey key: String?) -> DatabaseQuery {
        with { parameters in
            parameters.setStart(value, key: key)
            parameters.setEnd(value, key: key)
        }
    }

    /// The first so many of them.
    public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
        with { $0.setLimit(.first(Int(clamping: limit)), limit) }
    }

    /// The last so many of them.
    public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
        with { $0.setLimit(.last(Int(clamping: limit)), limit) }
    }
}
