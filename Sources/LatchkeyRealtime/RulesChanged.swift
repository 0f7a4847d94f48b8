/// The error for a change of rules that is based on an outdated version of the rules. Nothing was stored.
public struct RulesChanged: Error, Sendable {
    /// Creates the error.
    public init() {}
}
