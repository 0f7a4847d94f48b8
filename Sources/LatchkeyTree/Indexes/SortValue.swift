/// The value by which a query sorts a child: null, then false and true, then numbers, strings and objects, which are all equal.
public enum SortValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case object

    /// Creates the sort value of a node.
    public init(_ node: Node) {
        switch node {
        case .empty: self = .null
        case .leaf(let value): self.init(value)
        case .rankedLeaf(let leaf): self.init(leaf.value)
        case .object: self = .object
        }
    }

    private init(_ value: LeafValue) {
        switch value {
        case .boolean(let value): self = .boolean(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .serverValue: self = .null
        }
    }

    /// Creates the sort value of a priority.
    public init(_ priority: Priority) {
        switch priority {
        case .none, .serverValue: self = .null
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean: 1
        case .number: 2
        case .string: 3
        case .object: 4
        }
    }
}

extension SortValue: Comparable, Hashable {
    /// Whether the left value sorts before the right one. Strings are compared by UTF-16 code units.
    public static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): TextOrder.precedes(left, right)
        case (.boolean(let left), .boolean(let right)): !left && right
        default: left.rank < right.rank
        }
    }

    /// Whether both values sort equally.
    public static func == (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): TextOrder.same(left, right)
        case (.boolean(let left), .boolean(let right)): left == right
        default: left.rank == right.rank
        }
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        switch self {
        case .boolean(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): TextOrder.bytes(value) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .null, .object: break
        }
    }
}
