/// An expression as it is written: its parts, and where they stand.
struct Expression {
    let syntax: Syntax
    /// Bytes of the rule's text.
    let range: Range<Int>
    /// Levels of expressions in it.
    let height: Int

    indirect enum Syntax {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case pattern(body: Range<Int>, flags: Range<Int>)
        case array([Expression])
        /// A variable; wildcards have their `$`.
        case name(String)
        case not(Expression)
        case negation(Expression)
        /// `a && b && c` is one, so that a long chain is not a deep one.
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

    /// Higher binds closer, as in JavaScript.
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
