/// The type of event that an observer receives.
public enum DataEventType: Int, Sendable {
    /// A child was added. Also sent for each existing child when the observer is added.
    case childAdded
    /// A child was removed.
    case childRemoved
    /// A child, or data in it, changed.
    case childChanged
    /// The position of a child in the order changed.
    case childMoved
    /// Any data changed: the whole value, sent after the events of its children.
    case value
}

/// The handle of an observer, needed to remove it.
public typealias DatabaseHandle = UInt
