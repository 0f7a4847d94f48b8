/// A name and a value, both as a person would read them: not escaped.
public struct Parameter: Hashable, Sendable {
    /// The name; may be empty, and may stand several times in one list.
    public var name: String
    /// The value; empty when a form gave the name alone.
    public var value: String

    /// Pairs a name with a value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
