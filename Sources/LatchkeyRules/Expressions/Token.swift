/// A token of an expression.
struct Token {
    let kind: Kind
    let range: Range<Int>

    enum Kind: Equatable {
        case number(Double)
        case string(String)
        /// An identifier, keyword or wildcard.
        case name(String)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, CaseIterable {
        case and = "&&", or = "||", not = "!"
        case equal = "==", identical = "===", unequal = "!=", different = "!=="
        case less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
        case plus = "+", minus = "-", times = "*", over = "/", modulo = "%"
        case question = "?", colon = ":", comma = ",", dot = "."
        case leftParenthesis = "(", rightParenthesis = ")", leftBracket = "[", rightBracket = "]"
    }

    /// The name of the token in messages.
    var name: String {
        switch kind {
        case .number: "a number"
        case .string: "a string"
        case .name(let name): "'\(name.prefix(64))'"
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .end: "the end of the expression"
        }
    }
}
