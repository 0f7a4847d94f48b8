public import LatchkeyTree

/// The result of a successful write.
public struct WriteOutcome: Sendable {
    /// The node at the operation's path with resolved server values. The requested node, if an increment would reveal the previous data to
    /// a client that may not read it.
    public let node: Node
    /// The time in milliseconds since 1970, as `now` in the rules and `timestamp` in the data.
    public let now: Double

    /// Creates a result.
    package init(node: Node, now: Double) {
        self.node = node
        self.now = now
    }
}
