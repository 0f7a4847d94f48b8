import LatchkeyTree

/// The result of an expression without a static type.
enum Value: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    /// A list or map in `auth`.
    case auth(AuthValue)
    /// The `val()` of a node with children.
    case object(Node)
    /// A snapshot, as the result of an expression that may also have another type.
    case snapshot

    init(_ value: LeafValue?) {
        switch value {
        case .boolean(let value): self = .boolean(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case nil, .serverValue: self = .null
        }
    }

    /// Creates the `val()` of a node.
    init(_ node: Node) {
        switch node {
        case .empty: self = .null
        case .leaf(let value): self.init(value)
        case .rankedLeaf(let leaf): self.init(leaf.value)
        case .object: self = .object(node)
        }
    }

    init(_ priority: Priority) {
        switch priority {
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .none, .serverValue: self = .null
        }
    }

    init(_ value: AuthValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        case .list, .map: self = .auth(value)
        }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Value {
    /// Compares with `==` of rules. Values of different types are never equal, nor are two lists, maps or objects, as in JavaScript.
    static func equal(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): TextOrder.same(left, right)
        default: false
        }
    }

    /// Compares two numbers, two strings or two nulls. Other combinations are an error.
    static func compare(_ comparison: TypedExpression.Comparison, _ left: Value, _ right: Value) throws(RuleFailure) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): comparison.holds(left, right)
        case (.string(let left), .string(let right)): comparison.holds(left, right)
        // JavaScript converts both to 0.
        case (.null, .null): comparison == .lessOrEqual || comparison == .greaterOrEqual
        default: throw RuleFailure(.comparison, left.kind, right.kind)
        }
    }

    static func add(_ left: Value, _ right: Value) throws(RuleFailure) -> Value {
        switch (left, right) {
        case (.number(let left), .number(let right)): .number(left + right)
        case (.string(let left), .string(let right)): .string(try Text.join(left, right))
        case (.string(let left), .number(let right)): .string(try Text.join(left, JSONNumber.text(right)))
        case (.number(let left), .string(let right)): .string(try Text.join(JSONNumber.text(left), right))
        default: throw RuleFailure(.addition, left.kind, right.kind)
        }
    }

    /// Returns `.name` or `[name]` of a value: a member of a map or object, otherwise null.
    func member(_ name: String) -> Value {
        switch self {
        case .auth(let value): Value(value[name])
        case .object(let node): ChildKey(name).map { Value(node[$0]) } ?? .null
        case .null, .boolean, .number, .string, .snapshot: .null
        }
    }

    /// Returns `[index]`, where the index is not a literal. A number is converted to its text.
    func element(_ index: Value) -> Value {
        switch index {
        case .string(let name): member(name)
        case .number(let number): member(JSONNumber.text(number))
        case .null, .boolean, .auth, .object, .snapshot: .null
        }
    }

    var length: Value {
        if case .string(let text) = self { .number(Double(text.utf16.count)) } else { .null }
    }

    func number() throws(RuleFailure) -> Double {
        guard case .number(let number) = self else { throw RuleFailure(.notNumber, kind) }
        return number
    }

    func text() throws(RuleFailure) -> String {
        guard case .string(let text) = self else { throw RuleFailure(.notText, kind) }
        return text
    }
}

extension TypedExpression.Comparison {
    func holds(_ left: Double, _ right: Double) -> Bool {
        switch self {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }

    func holds(_ left: String, _ right: String) -> Bool {
        switch self {
        case .less: TextOrder.precedes(left, right)
        case .lessOrEqual: !TextOrder.precedes(right, left)
        case .greater: TextOrder.precedes(right, left)
        case .greaterOrEqual: !TextOrder.precedes(left, right)
        }
    }
}

extension TypedExpression.Arithmetic {
    /// Returns the result. Division by zero is NaN, even for a dividend other than zero.
    func result(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .minus: left - right
        case .times: left * right
        case .over: right == 0 ? .nan : left / right
        case .modulo: right == 0 ? .nan : left.truncatingRemainder(dividingBy: right)
        }
    }
}
