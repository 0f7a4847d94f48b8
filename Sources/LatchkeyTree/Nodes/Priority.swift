/// What a node is sorted by where nothing else is asked for.
public enum Priority: Sendable {
    case none
    case number(Double)
    case string(String)
    /// Filled in when it is written, as a leaf's value may be.
    case serverValue(ServerValue)

    public var isNone: Bool {
        if case .none = self { true } else { false }
    }
}

extension Priority: Equatable {
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
    /// Nothing, then numbers, then strings.
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
