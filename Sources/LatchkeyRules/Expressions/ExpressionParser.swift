/// The parser of rule expressions.
///
/// The grammar is a subset of JavaScript's expressions with JavaScript's precedence: `?:`, `||`, `&&`, equality, comparison, arithmetic,
/// `!`, `-`, members, calls, literals and lists.
struct ExpressionParser {
    private var lexer: Lexer
    private var token: Token
    private var depth = 0

    static func parse(_ bytes: [UInt8]) throws(ExpressionProblem) -> Expression {
        guard bytes.count <= RulesLimits.maxExpressionBytes else {
            throw ExpressionProblem(0..<1, "An expression may have \(RulesLimits.maxExpressionBytes) bytes at most.")
        }
        var parser = try ExpressionParser(bytes)
        if parser.token.kind == .end {
            throw ExpressionProblem(
                0..<bytes.count, "Expected an expression, but the string is empty.", hint: "To deny all requests, write false.")
        }
        let expression = try parser.expression()
        guard parser.token.kind == .end else { throw parser.unexpected() }
        return expression
    }

    private init(_ bytes: [UInt8]) throws(ExpressionProblem) {
        lexer = Lexer(bytes)
        token = try lexer.next()
    }

    // MARK: Levels of the grammar

    private mutating func expression() throws(ExpressionProblem) -> Expression {
        guard depth < RulesLimits.maxExpressionDepth else { throw tooDeep(token.range) }
        depth += 1
        let condition = try disjunction()
        var result = condition
        if try take(.question) {
            let first = try expression()
            try expect(.colon, "Expected : and the other value of the ? before it")
            let second = try expression()
            result = try make(
                .conditional(condition, first, second), condition.range.lowerBound..<second.range.upperBound, [condition, first, second])
        }
        depth -= 1
        return result
    }

    private mutating func disjunction() throws(ExpressionProblem) -> Expression {
        var parts = [try conjunction()]
        while try take(.or) { parts.append(try conjunction()) }
        return try chain(parts) { .or($0) }
    }

    private mutating func conjunction() throws(ExpressionProblem) -> Expression {
        var parts = [try binary(1)]
        while try take(.and) { parts.append(try binary(1)) }
        return try chain(parts) { .and($0) }
    }

    private func chain(_ parts: [Expression], _ make: ([Expression]) -> Expression.Syntax) throws(ExpressionProblem) -> Expression {
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return parts[0] }
        return try self.make(make(parts), first.range.lowerBound..<last.range.upperBound, parts)
    }

    private mutating func binary(_ precedence: Int) throws(ExpressionProblem) -> Expression {
        var left = try unary()
        while case .symbol(let symbol) = token.kind, let operation = BinaryOperator(symbol), operation.precedence >= precedence {
            try advance()
            let right = try binary(operation.precedence + 1)
            left = try make(.binary(operation, left, right), left.range.lowerBound..<right.range.upperBound, [left, right])
        }
        return left
    }

    private mutating func unary() throws(ExpressionProblem) -> Expression {
        var operators: [Token] = []
        while token.kind == .symbol(.not) || token.kind == .symbol(.minus) {
            operators.append(token)
            guard operators.count < RulesLimits.maxExpressionDepth else { throw tooDeep(token.range) }
            try advance()
        }
        var result = try postfix()
        for token in operators.reversed() {
            let range = token.range.lowerBound..<result.range.upperBound
            result = try make(token.kind == .symbol(.not) ? .not(result) : .negation(result), range, [result])
        }
        return result
    }

    private mutating func postfix() throws(ExpressionProblem) -> Expression {
        var result = try primary()
        while case .symbol(let symbol) = token.kind {
            let start = result.range.lowerBound
            switch symbol {
            case .dot:
                try advance()
                guard case .name(let name) = token.kind else { throw unexpected("Expected a name after .") }
                let nameRange = token.range
                try advance()
                result = try make(.member(result, name, nameRange: nameRange), start..<nameRange.upperBound, [result])
            case .leftBracket:
                try advance()
                let index = try expression()
                let end = token.range.upperBound
                try expect(.rightBracket, "Expected ]")
                result = try make(.element(result, index), start..<end, [result, index])
            case .leftParenthesis:
                try advance()
                let (arguments, end) = try list(until: .rightParenthesis)
                result = try make(.call(result, arguments), start..<end, [result] + arguments)
            default: return result
            }
        }
        return result
    }

    private mutating func primary() throws(ExpressionProblem) -> Expression {
        let range = token.range
        switch token.kind {
        case .number(let value): return try literal(.number(value))
        case .string(let value): return try literal(.string(value))
        case .name("true"): return try literal(.boolean(true))
        case .name("false"): return try literal(.boolean(false))
        case .name("null"): return try literal(.null)
        case .name(let name):
            if ["typeof", "void", "delete", "new", "function", "var", "let", "const", "await", "return", "if"].contains(name) {
                throw ExpressionProblem(range, "Rule expressions may not contain \(name).")
            }
            return try literal(.name(name))
        case .symbol(.leftParenthesis):
            try advance()
            let inner = try expression()
            let end = token.range.upperBound
            try expect(.rightParenthesis, "Expected )")
            return Expression(syntax: inner.syntax, range: range.lowerBound..<end, height: inner.height)
        case .symbol(.leftBracket):
            try advance()
            let (elements, end) = try list(until: .rightBracket)
            return try make(.array(elements), range.lowerBound..<end, elements)
        case .symbol(.over):
            let (body, flags) = try lexer.pattern(at: range.lowerBound)
            let end = lexer.index
            try advance()
            return try make(.pattern(body: body, flags: flags), range.lowerBound..<end, [])
        case .symbol(.plus): throw ExpressionProblem(range, "Rule expressions may not contain the unary + operator.")
        case .symbol, .end: throw unexpected()
        }
    }

    private mutating func literal(_ syntax: Expression.Syntax) throws(ExpressionProblem) -> Expression {
        let range = token.range
        try advance()
        return try make(syntax, range, [])
    }

    private mutating func list(until end: Token.Symbol) throws(ExpressionProblem) -> (elements: [Expression], end: Int) {
        var elements: [Expression] = []
        if token.kind != .symbol(end) {
            repeat { elements.append(try expression()) } while try take(.comma)
        }
        let position = token.range.upperBound
        try expect(end, "Expected , or \(end.rawValue)")
        return (elements, position)
    }

    // MARK: Tokens

    private mutating func advance() throws(ExpressionProblem) {
        token = try lexer.next()
    }

    private mutating func take(_ symbol: Token.Symbol) throws(ExpressionProblem) -> Bool {
        guard token.kind == .symbol(symbol) else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ symbol: Token.Symbol, _ message: String) throws(ExpressionProblem) {
        guard try take(symbol) else { throw unexpected(message) }
    }

    private func make(_ syntax: Expression.Syntax, _ range: Range<Int>, _ parts: [Expression]) throws(ExpressionProblem) -> Expression {
        let height = 1 + (parts.map(\.height).max() ?? 0)
        guard height <= RulesLimits.maxExpressionDepth else { throw tooDeep(range.lowerBound..<range.lowerBound + 1) }
        return Expression(syntax: syntax, range: range, height: height)
    }

    private func tooDeep(_ range: Range<Int>) -> ExpressionProblem {
        ExpressionProblem(range, "An expression may be nested \(RulesLimits.maxExpressionDepth) levels deep at most.")
    }

    private func unexpected(_ expected: String? = nil) -> ExpressionProblem {
        if token.kind == .end {
            return ExpressionProblem(token.range, expected.map { "\($0), but the expression ends." } ?? "Unexpected end of expression.")
        }
        if case .name(let name) = token.kind, name == "in" || name == "instanceof" {
            return ExpressionProblem(token.range, "Rule expressions may not contain the \(name) operator.")
        }
        return ExpressionProblem(token.range, expected.map { "\($0), but got \(token.name)." } ?? "Syntax error: unexpected \(token.name).")
    }
}
