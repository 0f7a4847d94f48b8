public import LatchkeyTree

/// What a decision depends on besides the rules and the place.
public struct RulesRequest: Sendable {
    /// The database before the operation.
    public var root: Node
    /// Who asks; null for somebody who is not signed in.
    public var auth: AuthValue
    /// Milliseconds since 1970: the same number that `{".sv": "timestamp"}` becomes in this operation.
    public var now: Double

    public init(root: Node, auth: AuthValue = .null, now: Double) {
        self.root = root
        self.auth = auth
        self.now = now
    }
}
