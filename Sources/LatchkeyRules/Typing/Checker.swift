/// The type checker of expressions. It resolves names and checks types as far as they are known before the evaluation.
///
/// It continues after an error, so that all errors of a rule are reported at once.
struct Checker {
    let scope: Scope
    /// The text of the rule.
    let bytes: [UInt8]
    private(set) var problems: [ExpressionProblem] = []
    private var count = 0

    /// Checks a rule, and returns the typed expression and the problems.
    static func check(_ expression: Expression, of bytes: [UInt8], in scope: Scope) -> (
        rule: TypedExpression, problems: [ExpressionProblem]
    ) {
        var checker = Checker(scope: scope, bytes: bytes)
        let rule = checker.check(expression)
        if rule.type != .boolean, rule.type != .invalid {
            checker.report(
                expression.range, "A rule must be boolean, but this is \(rule.type.name).",
                hint: rule.type.isFuzzy
                    ? "Compare it, for example with === true." : rule.type == .snapshot ? "Use exists() or compare its val()." : nil)
        }
        return (rule, checker.problems)
    }

    private init(scope: Scope, bytes: [UInt8]) {
        self.scope = scope
        self.bytes = bytes
    }

    mutating func report(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        guard problems.count < RulesLimits.maxProblems else { return }
        problems.append(ExpressionProblem(range, message, hint: hint))
    }

    mutating func make(_ expression: Expression, _ type: StaticType, _ operation: TypedExpression.Operation) -> TypedExpression {
        count += 1
        return TypedExpression(id: count - 1, range: expression.range, type: type, operation: operation)
    }

    mutating func invalid(_ expression: Expression) -> TypedExpression { make(expression, .invalid, .invalid) }

    mutating func check(_ expression: Expression) -> TypedExpression {
        switch expression.syntax {
        case .null: return make(expression, .null, .null)
        case .boolean(let value): return make(expression, .boolean, .boolean(value))
        case .number(let value): return make(expression, .number, .number(value))
        case .string(let value): return make(expression, .string, .string(value))
        case .pattern:
            report(expression.range, "A regular expression is only the argument of matches().")
            return invalid(expression)
        case .array(let elements):
            for element in elements { _ = check(element) }
            report(expression.range, "A list is only the argument of hasChildren().")
            return invalid(expression)
        case .name(let name):
            guard let (type, operation) = scope.variable(name) else {
                let problem = scope.unknownVariable(name, expression.range)
                report(problem.range, problem.message, hint: problem.hint)
                return invalid(expression)
            }
            return make(expression, type, operation)
        case .not(let part):
            return make(expression, .boolean, .not(boolean(part, "The operand of ! must be boolean")))
        case .and(let parts):
            return make(expression, .boolean, .and(booleans(parts, "&&")))
        case .or(let parts):
            return make(expression, .boolean, .or(booleans(parts, "||")))
        case .conditional(let condition, let first, let second):
            return conditional(expression, condition, first, second)
        case .binary(let operation, let left, let right):
            return binary(expression, operation, left, right)
        case .negation(let part):
            return make(expression, .number, .negation(number(part, "The operand of - must be a number")))
        case .member(let target, let name, let nameRange):
            return member(expression, target, name, nameRange)
        case .element(let target, let index):
            return element(expression, target, index)
        case .call(let target, let arguments):
            return call(expression, target, arguments)
        }
    }

    // MARK: Operands

    mutating func boolean(_ expression: Expression, _ message: String) -> TypedExpression {
        let part = check(expression)
        if part.type != .boolean, part.type != .invalid {
            report(
                expression.range, "\(message), but this is \(part.type.name).",
                hint: part.type.isFuzzy
                    ? "Compare it, for example with === true." : part.type == .snapshot ? "Use exists() or compare its val()." : nil)
        }
        return part
    }

    private mutating func booleans(_ parts: [Expression], _ symbol: String) -> [TypedExpression] {
        parts.enumerated().map { index, part in
            boolean(part, "\(index == 0 ? "Left" : "Right") operand of \(symbol) must be boolean")
        }
    }

    mutating func number(_ expression: Expression, _ message: String) -> TypedExpression {
        let part = check(expression)
        if !part.type.canBe(.number) { report(expression.range, "\(message), but this is \(part.type.name).") }
        return part
    }

    private mutating func conditional(
        _ expression: Expression, _ condition: Expression, _ first: Expression, _ second: Expression
    ) -> TypedExpression {
        let condition = boolean(condition, "The condition of ? must be boolean")
        let first = check(first)
        let second = check(second)
        let type: StaticType
        switch (first.type, second.type) {
        case (.invalid, _), (_, .invalid): type = .invalid
        case (let left, let right) where left == right: type = left
        case (.any, _), (_, .any): type = .any
        case (let left, let right) where left.isValue && right.isValue: type = .primitive
        default: type = .any
        }
        for part in [first, second] where part.type == .query || part.type == .function {
            report(part.range, "The values of ?: may not be \(part.type.name).")
            return invalid(expression)
        }
        return make(expression, type, .conditional(condition, first, second))
    }

    private mutating func binary(
        _ expression: Expression, _ operation: BinaryOperator, _ left: Expression, _ right: Expression
    ) -> TypedExpression {
        switch operation {
        case .equal, .unequal:
            let (left, right) = (equatable(left, operation), equatable(right, operation))
            return make(expression, .boolean, .equal(left, right, isNegated: operation == .unequal))
        case .less: return comparison(expression, .less, operation, left, right)
        case .lessOrEqual: return comparison(expression, .lessOrEqual, operation, left, right)
        case .greater: return comparison(expression, .greater, operation, left, right)
        case .greaterOrEqual: return comparison(expression, .greaterOrEqual, operation, left, right)
        case .plus: return addition(expression, left, right)
        case .minus: return arithmetic(expression, .minus, operation, left, right)
        case .times: return arithmetic(expression, .times, operation, left, right)
        case .over: return arithmetic(expression, .over, operation, left, right)
        case .modulo: return arithmetic(expression, .modulo, operation, left, right)
        }
    }

    private mutating func equatable(_ expression: Expression, _ operation: BinaryOperator) -> TypedExpression {
        let part = check(expression)
        if !part.type.isValue {
            report(
                expression.range, "Operands of \(operation.symbol) must be values, but this is \(part.type.name).",
                hint: part.type == .snapshot ? "Use its val(), or exists()." : nil)
        }
        return part
    }

    private mutating func comparison(
        _ expression: Expression, _ comparison: TypedExpression.Comparison, _ operation: BinaryOperator, _ left: Expression,
        _ right: Expression
    ) -> TypedExpression {
        var areComparable = true
        let parts = [left, right].map { part in
            let typed = check(part)
            if !typed.type.canBe(.number), !typed.type.canBe(.string), typed.type != .null {
                areComparable = false
                report(part.range, "Operands of \(operation.symbol) must be numbers or strings, but this is \(typed.type.name).")
            }
            return typed
        }
        if areComparable, !parts[0].type.isFuzzy, !parts[1].type.isFuzzy, parts[0].type != parts[1].type {
            report(
                expression.range,
                "Operands of \(operation.symbol) must be of one type, but these are \(parts[0].type.name) and \(parts[1].type.name).")
        }
        return make(expression, .boolean, .compare(comparison, parts[0], parts[1]))
    }

    private mutating func addition(_ expression: Expression, _ left: Expression, _ right: Expression) -> TypedExpression {
        let parts = [left, right].map { part in
            let typed = check(part)
            if !typed.type.canBe(.number), !typed.type.canBe(.string) {
                report(part.range, "Operands of + must be numbers or strings, but this is \(typed.type.name).")
            }
            return typed
        }
        let types = parts.map(\.type)
        let type: StaticType = types.contains(.string) ? .string : types == [.number, .number] ? .number : .primitive
        return make(expression, type, .add(parts[0], parts[1]))
    }

    private mutating func arithmetic(
        _ expression: Expression, _ arithmetic: TypedExpression.Arithmetic, _ operation: BinaryOperator, _ left: Expression,
        _ right: Expression
    ) -> TypedExpression {
        let message = "Operands of \(operation.symbol) must be numbers"
        let (left, right) = (number(left, message), number(right, message))
        return make(expression, .number, .arithmetic(arithmetic, left, right))
    }
}
