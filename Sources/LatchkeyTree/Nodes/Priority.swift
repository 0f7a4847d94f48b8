/// The priority of a node: the sort value of queries without another order.
public enum Priority: Sendable {
    case none
    case number(Double)
    case string(String)
    /// A placeholder that the server resolves when it writes.
    case serverValue(ServerValue)

    /// Whether there is no priority.
    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

extension Priority: Equatable {
    /// Whether both are equal. Strings are compared by code units.
    public static func == (left: Priority, right: Priority) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): TextOrder.same(left, right)
        case (.serverValue(let left), .serverValue(let right)): left == right
        default: false
        }
    }
}

extension Priority: Comparable {
    /// Whether the left priority sorts before the right one: none, then numbers, then strings.
    public static func < (left: Priority, right: Priority) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): TextOrder.precedes(left, right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .none, .serverValue: 0
        case .number: 1
        case .string: 2
        }
    }
}
