import LatchkeyTree

extension Compiler {
    func plainBoolean(_ expression: TypedExpression) -> BooleanCode {
        switch expression.operation {
        case .boolean(let value): return { _ throws(RuleFailure) in value }
        case .query(let member):
            return { evaluation throws(RuleFailure) in
                if case .boolean(let value) = evaluation.query.value(of: member) { value } else { false }
            }
        case .not(let part):
            let code = boolean(part)
            return { evaluation throws(RuleFailure) in !(try code(&evaluation)) }
        case .and(let parts): return chain(parts, until: false)
        case .or(let parts): return chain(parts, until: true)
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), boolean(first), boolean(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        case .equal(let left, let right, let isNegated): return equality(left, right, isNegated: isNegated)
        case .compare(let comparison, let left, let right): return compare(comparison, left, right)
        case .exists(let target):
            let code = node(target)
            return { evaluation throws(RuleFailure) in !(try code(&evaluation).isEmpty) }
        case .hasAnyChild(let target):
            let code = node(target)
            return { evaluation throws(RuleFailure) in try code(&evaluation).hasChildren }
        case .hasChild(let target, let path):
            let (code, path) = (node(target), childPath(path))
            return { evaluation throws(RuleFailure) in
                let node = try code(&evaluation)
                return try path(&evaluation).exists(below: node)
            }
        case .hasChildren(let target, let paths): return hasChildren(target, paths)
        case .isKind(let target, let kind):
            let code = node(target)
            return { evaluation throws(RuleFailure) in kind.holds(try code(&evaluation)) }
        case .textTest(let test, let text, let part):
            let (text, part) = (self.text(text), self.text(part))
            return { evaluation throws(RuleFailure) in
                let text = try text(&evaluation)
                return Text.test(test, text, try part(&evaluation))
            }
        case .matches(let text, let pattern):
            let code = self.text(text)
            return { evaluation throws(RuleFailure) in try pattern.matches(try code(&evaluation)) }
        default:
            // The checker accepts no other expression as boolean.
            return { _ throws(RuleFailure) in false }
        }
    }

    /// Compiles `&&`, which stops at the first false, or `||`, which stops at the first true.
    private func chain(_ parts: [TypedExpression], until stop: Bool) -> BooleanCode {
        // Closures in an array cost more to call, so short chains are nested.
        if parts.count <= 8, let head = parts.first {
            let first = boolean(head)
            if parts.count == 1 { return first }
            let second = chain(Array(parts.dropFirst()), until: stop)
            if stop { return { evaluation throws(RuleFailure) in try first(&evaluation) ? true : try second(&evaluation) } }
            return { evaluation throws(RuleFailure) in try first(&evaluation) ? try second(&evaluation) : false }
        }
        let codes = parts.map { boolean($0) }
        return { evaluation throws(RuleFailure) in
            for code in codes where try code(&evaluation) == stop { return stop }
            return !stop
        }
    }

    private func equality(_ left: TypedExpression, _ right: TypedExpression, isNegated: Bool) -> BooleanCode {
        if !isRecording {
            if case .null = right.operation { return isNull(left, isNegated: isNegated) }
            if case .null = left.operation { return isNull(right, isNegated: isNegated) }
            if right.type == .string { return equality(left, text: right, isNegated: isNegated) }
            if case .member(let target, let name) = right.operation, case .auth = target.operation {
                return equality(left, member: name, right, isNegated: isNegated)
            }
        }
        if left.type == .boolean, right.type == .boolean {
            let (left, right) = (boolean(left), boolean(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return (value == (try right(&evaluation))) != isNegated
            }
        }
        if left.type == .number, right.type == .number {
            let (left, right) = (number(left), number(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return (value == (try right(&evaluation))) != isNegated
            }
        }
        let (left, right) = (value(left), value(right))
        return { evaluation throws(RuleFailure) in
            let value = try left(&evaluation)
            return Value.equal(value, try right(&evaluation)) != isNegated
        }
    }

    /// Compiles a comparison with null, which does not need a copy of the value.
    private func isNull(_ expression: TypedExpression, isNegated: Bool) -> BooleanCode {
        switch expression.operation {
        case .auth: return { evaluation throws(RuleFailure) in evaluation.auth.isNull != isNegated }
        case .val(let target):
            let code = node(target)
            return { evaluation throws(RuleFailure) in try code(&evaluation).isEmpty != isNegated }
        default:
            let code = value(expression)
            return { evaluation throws(RuleFailure) in try code(&evaluation).isNull != isNegated }
        }
    }

    /// Compiles a comparison with a string on the right side, often a wildcard or literal that needs no evaluation.
    private func equality(_ left: TypedExpression, text right: TypedExpression, isNegated: Bool) -> BooleanCode {
        if case .member(let target, let name) = left.operation, case .auth = target.operation {
            // The most frequent comparison needs no copies.
            switch right.operation {
            case .wildcard(let position):
                return { evaluation throws(RuleFailure) in evaluation.auth.has(name, evaluation.keys[position].text) != isNegated }
            case .string(let literal):
                return { evaluation throws(RuleFailure) in evaluation.auth.has(name, literal) != isNegated }
            default: break
            }
        }
        switch right.operation {
        case .wildcard(let position):
            let code = value(left)
            return { evaluation throws(RuleFailure) in
                guard case .string(let text) = try code(&evaluation) else { return isNegated }
                return TextOrder.same(text, evaluation.keys[position].text) != isNegated
            }
        case .string(let literal):
            let code = value(left)
            return { evaluation throws(RuleFailure) in
                guard case .string(let text) = try code(&evaluation) else { return isNegated }
                return TextOrder.same(text, literal) != isNegated
            }
        default:
            let (left, right) = (value(left), text(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                let other = try right(&evaluation)
                guard case .string(let text) = value else { return isNegated }
                return TextOrder.same(text, other) != isNegated
            }
        }
    }

    /// Compiles a comparison with a member of `auth` on the right side. If the left side is a string, the member is not copied.
    private func equality(_ left: TypedExpression, member name: String, _ right: TypedExpression, isNegated: Bool) -> BooleanCode {
        let (left, right) = (value(left), value(right))
        return { evaluation throws(RuleFailure) in
            let value = try left(&evaluation)
            if case .string(let text) = value { return evaluation.auth.has(name, text) != isNegated }
            return Value.equal(value, try right(&evaluation)) != isNegated
        }
    }

    private func compare(_ comparison: TypedExpression.Comparison, _ left: TypedExpression, _ right: TypedExpression) -> BooleanCode {
        if left.type == .number, right.type == .number {
            let (left, right) = (number(left), number(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                return comparison.holds(value, try right(&evaluation))
            }
        }
        if right.type == .number {
            let (left, right) = (value(left), number(right))
            return { evaluation throws(RuleFailure) in
                let value = try left(&evaluation)
                let other = try right(&evaluation)
                guard case .number(let number) = value else { throw RuleFailure(.comparison, value.kind, .number) }
                return comparison.holds(number, other)
            }
        }
        let (left, right) = (value(left), value(right))
        return { evaluation throws(RuleFailure) in
            let value = try left(&evaluation)
            return try Value.compare(comparison, value, try right(&evaluation))
        }
    }

    private func hasChildren(_ target: TypedExpression, _ paths: [TypedExpression]) -> BooleanCode {
        let code = node(target)
        let literals = paths.compactMap { path in if case .string(let text) = path.operation { ChildPath(text) } else { nil } }
        if !isRecording, literals.count == paths.count {
            return { evaluation throws(RuleFailure) in
                let node = try code(&evaluation)
                for path in literals where !path.exists(below: node) { return false }
                return true
            }
        }
        let paths = paths.map { childPath($0) }
        return { evaluation throws(RuleFailure) in
            let node = try code(&evaluation)
            var hasAll = true
            // An argument that is not a string is an error, even after a missing child.
            for path in paths where !(try path(&evaluation).exists(below: node)) { hasAll = false }
            return hasAll
        }
    }
}

extension TypedExpression.ValueKind {
    fileprivate func holds(_ node: Node) -> Bool {
        switch node {
        case .leaf(let value): holds(value)
        case .rankedLeaf(let leaf): holds(leaf.value)
        case .empty, .object: false
        }
    }

    private func holds(_ value: LeafValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.number, .number), (.boolean, .boolean): true
        default: false
        }
    }
}
