/// A value that must not reach a log, an error message or a response by accident.
///
/// Printing, string interpolation, `dump` and reflection all show `<secret>`. Call ``expose()`` to read the value, which makes every place
/// that handles the clear text easy to find.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// The value itself.
    public func expose() -> Value {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The placeholder `<secret>`.
    public var description: String { "<secret>" }
    /// The placeholder `<secret>`.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children, so that reflection does not show the value.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Equatable where Value: ConstantTimeComparable {
    /// Compares two secrets in a time that does not depend on where the values differ.
    public static func == (left: Self, right: Self) -> Bool {
        left.value.equalsInConstantTime(right.value)
    }
}

extension Secret: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral
where Value == String {
    /// Wraps a string literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
