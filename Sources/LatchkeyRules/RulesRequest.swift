public import LatchkeyTree

/// The context of a decision besides the rules and the location.
public struct RulesRequest: Sendable {
    /// The database before the operation.
    public var root: Node
    /// The `auth` variable; null if the user is not signed in.
    public var auth: AuthValue
    /// The `now` variable in milliseconds since 1970. `{".sv": "timestamp"}` resolves to the same value in this operation.
    public var now: Double

    /// Creates a request.
    public init(root: Node, auth: AuthValue = .null, now: Double) {
        self.root = root
        self.auth = auth
        self.now = now
    }
}
