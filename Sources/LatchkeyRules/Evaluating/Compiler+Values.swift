import LatchkeyTree

extension Compiler {
    func plainNumber(_ expression: TypedExpression) -> NumberCode {
        switch expression.operation {
        case .number(let value): return { _ throws(RuleFailure) in value }
        case .now: return { evaluation throws(RuleFailure) in evaluation.now }
        case .length(let part):
            let code = text(part)
            return { evaluation throws(RuleFailure) in Double(try code(&evaluation).utf16.count) }
        case .negation(let part):
            let code = number(part)
            return { evaluation throws(RuleFailure) in -(try code(&evaluation)) }
        case .add(let left, let right):
            let (left, right) = (number(left), number(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return value + (try right(&evaluation))
            }
        case .arithmetic(let operation, let left, let right):
            let (left, right) = (number(left), number(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return operation.result(value, try right(&evaluation))
            }
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), number(first), number(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        default: return { _ throws(RuleFailure) in throw RuleFailure(.notNumber) }
        }
    }

    func plainText(_ expression: TypedExpression) -> TextCode {
        switch expression.operation {
        case .string(let value): return { _ throws(RuleFailure) in value }
        case .wildcard(let position): return { evaluation throws(RuleFailure) in evaluation.keys[position].text }
        case .add(let left, let right):
            let (left, right) = (value(left), value(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return try Value.add(value, try right(&evaluation)).text()
            }
        case .replace(let text, let old, let new):
            let (text, old, new) = (self.text(text), self.text(old), self.text(new))
            return { evaluation throws(RuleFailure) in
                let text = try text(&evaluation)
                let old = try old(&evaluation)
                return try Text.replace(text, old, try new(&evaluation))
            }
        case .changeCase(let part, let isUpper):
            let code = text(part)
            if isUpper { return { evaluation throws(RuleFailure) in try code(&evaluation).uppercased() } }
            return { evaluation throws(RuleFailure) in try code(&evaluation).lowercased() }
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), text(first), text(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        default: return { _ throws(RuleFailure) in throw RuleFailure(.notText) }
        }
    }

    /// Compiles an expression without a static type.
    func plainValue(_ expression: TypedExpression) -> ValueCode {
        switch expression.operation {
        case .auth: return { evaluation throws(RuleFailure) in Value(evaluation.auth) }
        case .query(let member): return { evaluation throws(RuleFailure) in evaluation.query.value(of: member) }
        case .member(let target, let name):
            if !isRecording, case .auth = target.operation {
                return { evaluation throws(RuleFailure) in Value(evaluation.auth[name]) }
            }
            let code = value(target)
            return { evaluation throws(RuleFailure) in try code(&evaluation).member(name) }
        case .element(let target, let index):
            let (target, index) = (value(target), value(index))
            return { evaluation throws(RuleFailure) in
                let value = try target(&evaluation)
                return value.element(try index(&evaluation))
            }
        case .length(let target):
            let code = value(target)
            return { evaluation throws(RuleFailure) in try code(&evaluation).length }
        case .val(let target):
            let code = node(target)
            return { evaluation throws(RuleFailure) in Value(try code(&evaluation)) }
        case .priority(let target):
            let code = node(target)
            return { evaluation throws(RuleFailure) in Value(try code(&evaluation).priority) }
        case .add(let left, let right):
            let (left, right) = (value(left), value(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return try Value.add(value, try right(&evaluation))
            }
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), value(first), value(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        default: return { _ throws(RuleFailure) in .null }
        }
    }
}
