/// A parsed expression with its source range.
struct Expression {
    let syntax: Syntax
    /// The bytes of the expression in the text of the rule.
    let range: Range<Int>
    /// The number of nested levels, including this one.
    let height: Int

    indirect enum Syntax {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case pattern(body: Range<Int>, flags: Range<Int>)
        case array([Expression])
        /// A variable, or a wildcard with its `$`.
        case name(String)
        case not(Expression)
        case negation(Expression)
        /// A chain such as `a && b && c`, which counts as one level.
        case and([Expression])
        case or([Expression])
        case binary(BinaryOperator, Expression, Expression)
        case conditional(Expression, Expression, Expression)
        case member(Expression, String, nameRange: Range<Int>)
        case element(Expression, Expression)
        case call(Expression, [Expression])
    }
}

enum BinaryOperator {
    case equal, unequal
    case less, lessOrEqual, greater, greaterOrEqual
    case plus, minus, times, over, modulo

    init?(_ symbol: Token.Symbol) {
        switch symbol {
        case .equal, .identical: self = .equal
        case .unequal, .different: self = .unequal
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        case .plus: self = .plus
        case .minus: self = .minus
        case .times: self = .times
        case .over: self = .over
        case .modulo: self = .modulo
        default: return nil
        }
    }

    /// The precedence as in JavaScript. Higher values bind tighter.
    var precedence: Int {
        switch self {
        case .equal, .unequal: 1
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 2
        case .plus, .minus: 3
        case .times, .over, .modulo: 4
        }
    }

    var symbol: String {
        switch self {
        case .equal: "=="
        case .unequal: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .plus: "+"
        case .minus: "-"
        case .times: "*"
        case .over: "/"
        case .modulo: "%"
        }
    }
}
