/// Rules were not kept, because others hold by now than those that somebody meant to change.
public struct RulesChanged: Error, Sendable {
    public init() {}
}
