public import LatchkeyTree

/// What a write that happened left behind.
public struct WriteOutcome: Sendable {
    /// The node at the operation's path, with what the server filled in. What was asked for, if an increment in it would tell somebody
    /// who may not read it what was there.
    public let node: Node
    /// Milliseconds since 1970: what `now` was in the rules, and `timestamp` in the data.
    public let now: Double
}
