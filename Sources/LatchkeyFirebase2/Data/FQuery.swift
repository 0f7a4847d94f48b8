package import LatchkeyDatabase

// Firebase is the only subclass and both are immutable, so the class is safe although the compiler cannot check an open hierarchy.
/// A query: a location, optionally with an order and limits.
public class FQuery: @unchecked Sendable {
    package let query: DatabaseQuery
    /// Makes the references of snapshots and blocks.
    let makeReference: @Sendable (DatabaseReference) -> Firebase

    init(_ query: DatabaseQuery, _ makeReference: @escaping @Sendable (DatabaseReference) -> Firebase) {
        self.query = query
        self.makeReference = makeReference
    }

    /// The location.
    public var ref: Firebase { makeReference(query.ref) }

    private func with(_ query: DatabaseQuery) -> FQuery { FQuery(query, makeReference) }

    /// Orders by the value at a path below each child.
    public func queryOrderedByChild(_ key: String) -> FQuery { with(query.queryOrdered(byChild: key)) }
    /// Orders by key.
    public func queryOrderedByKey() -> FQuery { with(query.queryOrderedByKey()) }
    /// Orders by value.
    public func queryOrderedByValue() -> FQuery { with(query.queryOrderedByValue()) }
    /// Orders by priority, which is the default order.
    public func queryOrderedByPriority() -> FQuery { with(query.queryOrderedByPriority()) }
    /// Starts at a value.
    public func queryStartingAtValue(_ value: Any?) -> FQuery { with(query.queryStarting(atValue: value)) }
    /// Starts at a value, and at a key among children with that value.
    public func queryStartingAtValue(_ value: Any?, childKey: String?) -> FQuery {
        with(query.queryStarting(atValue: value, childKey: childKey))
    }
    /// Ends at a value.
    public func queryEndingAtValue(_ value: Any?) -> FQuery { with(query.queryEnding(atValue: value)) }
    /// Ends at a value, and at a key among children with that value.
    public func queryEndingAtValue(_ value: Any?, childKey: String?) -> FQuery {
        with(query.queryEnding(atValue: value, childKey: childKey))
    }
    /// Matches a value.
    public func queryEqualToValue(_ value: Any?) -> FQuery { with(query.queryEqual(toValue: value)) }
    /// Matches a value and a key.
    public func queryEqualToValue(_ value: Any?, childKey: String?) -> FQuery { with(query.queryEqual(toValue: value, childKey: childKey)) }
    /// Limits the query to the first children.
    public func queryLimitedToFirst(_ limit: UInt) -> FQuery { with(query.queryLimited(toFirst: limit)) }
    /// Limits the query to the last children.
    public func queryLimitedToLast(_ limit: UInt) -> FQuery { with(query.queryLimited(toLast: limit)) }
    /// Keeps the data of the query synchronized even without observers.
    public func keepSynced(_ keepSynced: Bool) { query.keepSynced(keepSynced) }
}

/// A type of data event.
public enum FEventType: Int, Sendable {
    /// A child was added.
    case childAdded = 0
    /// A child was removed.
    case childRemoved = 1
    /// A child was changed.
    case childChanged = 2
    /// A child was moved.
    case childMoved = 3
    /// The data at the location changed.
    case value = 4

    // The Swift 2 names.
    /// The Swift 2 name of ``childAdded``.
    public static let ChildAdded = Self.childAdded
    /// The Swift 2 name of ``childRemoved``.
    public static let ChildRemoved = Self.childRemoved
    /// The Swift 2 name of ``childChanged``.
    public static let ChildChanged = Self.childChanged
    /// The Swift 2 name of ``childMoved``.
    public static let ChildMoved = Self.childMoved
    /// The Swift 2 name of ``value``.
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
