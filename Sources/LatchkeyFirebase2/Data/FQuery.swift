package import LatchkeyDatabase

/// A place with an order and bounds, or without.
// Firebase is the only subclass, and nothing in either can change: what the compiler cannot see about an open hierarchy holds here.
public class FQuery: @unchecked Sendable {
    package let query: DatabaseQuery
    /// For the references of snapshots and blocks.
    let makeReference: @Sendable (DatabaseReference) -> Firebase

    init(_ query: DatabaseQuery, _ makeReference: @escaping @Sendable (DatabaseReference) -> Firebase) {
        self.query = query
        self.makeReference = makeReference
    }

    /// The place.
    public var ref: Firebase { makeReference(query.ref) }

    private func with(_ query: DatabaseQuery) -> FQuery { FQuery(query, makeReference) }

    /// Ordered by what stands at a path below each child.
    public func queryOrderedByChild(_ key: String) -> FQuery { with(query.queryOrdered(byChild: key)) }
    /// Ordered by keys.
    public func queryOrderedByKey() -> FQuery { with(query.queryOrderedByKey()) }
    /// Ordered by values.
    public func queryOrderedByValue() -> FQuery { with(query.queryOrderedByValue()) }
    /// Ordered by priorities, as everything is that has no order.
    public func queryOrderedByPriority() -> FQuery { with(query.queryOrderedByPriority()) }
    /// From a value on.
    public func queryStartingAtValue(_ value: Any?) -> FQuery { with(query.queryStarting(atValue: value)) }
    /// From a value on; among those with the same value from a key on.
    public func queryStartingAtValue(_ value: Any?, childKey: String?) -> FQuery {
        with(query.queryStarting(atValue: value, childKey: childKey))
    }
    /// Up to a value.
    public func queryEndingAtValue(_ value: Any?) -> FQuery { with(query.queryEnding(atValue: value)) }
    /// Up to a value; among those with the same value up to a key.
    public func queryEndingAtValue(_ value: Any?, childKey: String?) -> FQuery {
        with(query.queryEnding(atValue: value, childKey: childKey))
    }
    /// A value alone.
    public func queryEqualToValue(_ value: Any?) -> FQuery { with(query.queryEqual(toValue: value)) }
    /// A value alone, and a key.
    public func queryEqualToValue(_ value: Any?, childKey: String?) -> FQuery { with(query.queryEqual(toValue: value, childKey: childKey)) }
    /// The first so many.
    public func queryLimitedToFirst(_ limit: UInt) -> FQuery { with(query.queryLimited(toFirst: limit)) }
    /// The last so many.
    public func queryLimitedToLast(_ limit: UInt) -> FQuery { with(query.queryLimited(toLast: limit)) }
    /// Keeps what the query shows up to date, also while nobody observes it.
    public func keepSynced(_ keepSynced: Bool) { query.keepSynced(keepSynced) }
}

/// What is told of a place.
public enum FEventType: Int, Sendable {
    case childAdded = 0
    case childRemoved = 1
    case childChanged = 2
    case childMoved = 3
    case value = 4

    // The spellings of Swift 2.
    public static let ChildAdded = Self.childAdded
    public static let ChildRemoved = Self.childRemoved
    public static let ChildChanged = Self.childChanged
    public static let ChildMoved = Self.childMoved
    public static let Value = Self.value

    var today: DataEventType {
        switch self {
        case .childAdded: .childAdded
        case .childRemoved: .childRemoved
        case .childChanged: .childChanged
        case .childMoved: .childMoved
        case .value: .value
        }
    }
}
