/// What an observer wants to be told.
public enum DataEventType: Int, Sendable {
    /// A child came in, or was there when the observer began.
    case childAdded
    /// A child went.
    case childRemoved
    /// A child, or something in it, is another now.
    case childChanged
    /// A child has another place in the order now.
    case childMoved
    /// Anything changed: the whole value, after the events of its children.
    case value
}

/// What an observer is removed by.
public typealias DatabaseHandle = UInt
