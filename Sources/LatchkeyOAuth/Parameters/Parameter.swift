/// A name and a value, both unescaped.
public struct Parameter: Hashable, Sendable {
    /// The name; may be empty and need not be unique in a list.
    public var name: String
    /// The value; empty when a form contained only the name.
    public var value: String

    /// Creates a parameter from a name and a value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
