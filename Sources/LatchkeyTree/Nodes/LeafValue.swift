/// The value of a node without children.
public enum LeafValue: Sendable {
    case boolean(Bool)
    /// A number, always finite.
    case number(Double)
    case string(String)
    /// A placeholder that the server resolves when it writes. Stored trees have none.
    case serverValue(ServerValue)
}

/// A value that the server determines, in JSON an object with the member `.sv`.
public enum ServerValue: Hashable, Sendable {
    /// The time in milliseconds since 1970: `{".sv": "timestamp"}`.
    case timestamp
    /// The existing number plus this one: `{".sv": {"increment": 1}}`.
    case increment(Double)
}

extension LeafValue: Equatable {
    /// Whether both values are equal. Strings are compared by code units.
    public static func == (left: LeafValue, right: LeafValue) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): TextOrder.same(left, right)
        case (.serverValue(let left), .serverValue(let right)): left == right
        default: false
        }
    }
}

extension LeafValue: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}
