/// What a node without children holds.
public enum LeafValue: Sendable {
    case boolean(Bool)
    /// A finite number; the tree knows no others.
    case number(Double)
    case string(String)
    /// What the server fills in when it writes. No tree that was written holds one.
    case serverValue(ServerValue)
}

/// A value that only the server knows, in JSON an object with the member `.sv`.
public enum ServerValue: Hashable, Sendable {
    /// `{".sv": "timestamp"}`: milliseconds since 1970.
    case timestamp
    /// `{".sv": {"increment": 1}}`: the number that is there, and so much more.
    case increment(Double)
}

extension LeafValue: Equatable {
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
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(stringLiteral value: String) { self = .string(value) }
}
