/// A value that must not reach a log, an error message or a reply by accident.
///
/// Printing, string interpolation, `dump` and reflection all show `<secret>`. Whoever needs the value says so with ``expose()``,
/// which makes every place that handles the clear text easy to find.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    public init(_ value: Value) {
        self.value = value
    }

    /// The value itself.
    public func expose() -> Value {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret>" }
    public var debugDescription: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Equatable where Value: ConstantTimeComparable {
    /// Compares in time that does not depend on where the values differ.
    public static func == (left: Self, right: Self) -> Bool {
        left.value.equalsInConstantTime(right.value)
    }
}

extension Secret: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral
where Value == String {
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
