/// The parser of regular expressions in rules: literals, `.`, classes, sets, groups, alternatives, `* + ? {n,m}`, and the anchors `^` and
/// `$` at the ends of the whole expression.
struct PatternParser {
    /// The scalars of the expression with their positions in the text of the rule.
    private let scalars: [(scalar: Unicode.Scalar, offset: Int)]
    private let end: Int
    private let ignoresCase: Bool
    private var index = 0
    private var depth = 0

    init(_ bytes: ArraySlice<UInt8>, ignoresCase: Bool) {
        var scalars: [(scalar: Unicode.Scalar, offset: Int)] = []
        var offset = bytes.startIndex
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            scalars.append((scalar, offset))
            offset += UTF8.width(scalar)
        }
        self.scalars = scalars
        end = bytes.endIndex
        self.ignoresCase = ignoresCase
    }

    mutating func parse() throws(ExpressionProblem) -> PatternSyntax {
        let syntax = try alternatives()
        if let scalar = peek() {
            throw problem(
                "Unexpected \(scalar) in the regular expression.", hint: "A \(scalar) that stands for itself is written \\\\\(scalar).")
        }
        return syntax
    }

    private mutating func alternatives() throws(ExpressionProblem) -> PatternSyntax {
        var branches = [try sequence(isFirst: true)]
        while peek() == "|" {
            index += 1
            branches.append(try sequence(isFirst: false))
        }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    /// Parses a sequence.
    ///
    /// - Parameter isFirst: Whether it starts the expression or a group, where `*`, `+`, `?`, `{` and `}` stand for themselves.
    private mutating func sequence(isFirst: Bool) throws(ExpressionProblem) -> PatternSyntax {
        var parts: [PatternSyntax] = []
        var isFirst = isFirst
        if index == 0, peek() == "^" {
            index += 1
            parts.append(.start)
        }
        while let scalar = peek(), scalar != "|", scalar != ")" {
            if scalar == "$", depth == 0, index == scalars.count - 1 {
                index += 1
                return .sequence(parts + [.end])
            }
            let atom = try atom(isFirst: isFirst)
            isFirst = false
            parts.append(try repeated(atom))
        }
        if parts.isEmpty, depth > 0 || peek() == "|" || index > 0 && scalars[index - 1].scalar == "|" {
            throw problem("A regular expression may have no empty alternative.", hint: "Put ? after a part that is optional.")
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom(isFirst: Bool) throws(ExpressionProblem) -> PatternSyntax {
        guard let scalar = peek() else { throw problem("The regular expression ends too early.") }
        switch scalar {
        case "(": return try group()
        case "[": return .set(try set())
        case "\\": return .set(try escape())
        case ".":
            index += 1
            return .set(.notLineEnd)
        case "^":
            throw problem(
                "^ may only be the first character of a regular expression.", hint: "A ^ that stands for itself is written \\\\^.")
        case "$":
            throw problem("$ may only be the last character of a regular expression.", hint: "A $ that stands for itself is written \\\\$.")
        case "*", "+", "?", "{":
            guard isFirst else {
                throw problem(
                    "There is nothing that \(scalar) could repeat.", hint: "A \(scalar) that stands for itself is written \\\\\(scalar).")
            }
            fallthrough
        default:
            index += 1
            return .set(literal(scalar))
        }
    }

    private mutating func group() throws(ExpressionProblem) -> PatternSyntax {
        let start = index
        guard depth < RulesLimits.maxPatternDepth else {
            throw problem("Groups of a regular expression may be nested \(RulesLimits.maxPatternDepth) levels deep at most.")
        }
        depth += 1
        index += 1
        let inner = try alternatives()
        guard peek() == ")" else {
            throw ExpressionProblem(scalars[start].offset..<end, "The group does not end.", hint: "It ends with ).")
        }
        index += 1
        depth -= 1
        return inner
    }

    // MARK: Repetition

    private mutating func repeated(_ atom: PatternSyntax) throws(ExpressionProblem) -> PatternSyntax {
        let result: PatternSyntax
        switch peek() {
        case "*": result = .repetition(atom, min: 0, max: nil)
        case "+": result = .repetition(atom, min: 1, max: nil)
        case "?": result = .repetition(atom, min: 0, max: 1)
        case "{":
            let (min, max) = try counts()
            result = .repetition(atom, min: min, max: max)
            index -= 1
        default: return atom
        }
        index += 1
        if let next = peek(), next == "*" || next == "+" || next == "?" || next == "{" {
            throw problem(
                next == "?" ? "Regular expressions of rules have no lazy repetition." : "A repetition may not be repeated.",
                hint: next == "?" ? "Whether it matches is the same without the ?." : "Put what is repeated into ( ).")
        }
        return result
    }

    /// Parses `{n}`, `{n,}` or `{n,m}`.
    private mutating func counts() throws(ExpressionProblem) -> (min: Int, max: Int?) {
        let start = index
        index += 1
        let min = try count(from: start)
        var max: Int? = min
        if peek() == "," {
            index += 1
            max = peek() == "}" ? nil : try count(from: start)
        }
        guard peek() == "}" else { throw notCounts(start) }
        index += 1
        if let max, max < min {
            throw ExpressionProblem(scalars[start].offset..<offset(index), "The counts in { } are in the wrong order.")
        }
        return (min, max)
    }

    private mutating func count(from start: Int) throws(ExpressionProblem) -> Int {
        var value = 0
        var digits = 0
        while let scalar = peek(), let digit = Character(scalar).wholeNumberValue, scalar.isASCII {
            value = value * 10 + digit
            digits += 1
            index += 1
            guard value <= RulesLimits.maxRepetitions else {
                throw ExpressionProblem(
                    scalars[start].offset..<offset(index), "A part may be repeated \(RulesLimits.maxRepetitions) times at most.")
            }
        }
        guard digits > 0 else { throw notCounts(start) }
        return value
    }

    private func notCounts(_ start: Int) -> ExpressionProblem {
        ExpressionProblem(
            scalars[start].offset..<offset(index + 1), "Expected {n}, {n,} or {n,m}.", hint: "A { that stands for itself is written \\\\{.")
    }

    // MARK: Sets

    private mutating func escape() throws(ExpressionProblem) -> ScalarSet {
        let start = index
        index += 1
        guard let scalar = peek() else { throw problem("Nothing follows \\.") }
        index += 1
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .wordScalars
        case "W": return ScalarSet.wordScalars.inverted
        case "s": return .space
        case "S": return ScalarSet.space.inverted
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        case "f": return ScalarSet("\u{C}")
        case "v": return ScalarSet("\u{B}")
        case "a"..."z", "A"..."Z", "0"..."9":
            throw ExpressionProblem(
                scalars[start].offset..<offset(index), "Regular expressions of rules have no \\\(scalar).",
                hint: "There are \\s \\w \\d \\S \\W \\D, and \\ before a character that stands for itself.")
        default: return literal(scalar)
        }
    }

    private mutating func set() throws(ExpressionProblem) -> ScalarSet {
        let start = index
        index += 1
        let isInverted = peek() == "^"
        if isInverted { index += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while let scalar = peek(), scalar != "]" {
            let place = index
            let first = try setMember()
            if peek() == "-", index + 1 < scalars.count, scalars[index + 1].scalar != "]" {
                index += 1
                let last = try setMember()
                guard let low = first.single, let high = last.single, low <= high else {
                    throw ExpressionProblem(
                        scalars[place].offset..<offset(index), "This is not a range of characters.",
                        hint: "A - that stands for itself comes first or last in [ ].")
                }
                ranges += folded(ScalarSet([low...high])).ranges
            } else {
                ranges += folded(first).ranges
            }
        }
        guard peek() == "]" else { throw ExpressionProblem(scalars[start].offset..<end, "The set does not end.", hint: "It ends with ].") }
        index += 1
        guard !ranges.isEmpty else { throw ExpressionProblem(scalars[start].offset..<offset(index), "A set may not be empty.") }
        let set = ScalarSet(ranges)
        return isInverted ? set.inverted : set
    }

    private mutating func setMember() throws(ExpressionProblem) -> ScalarSet {
        guard let scalar = peek() else { throw problem("The set does not end.") }
        if scalar == "\\" {
            // The other case of letters is added to the whole set.
            return try escape()
        }
        index += 1
        return ScalarSet(scalar)
    }

    private func literal(_ scalar: Unicode.Scalar) -> ScalarSet { folded(ScalarSet(scalar)) }

    private func folded(_ set: ScalarSet) -> ScalarSet { ignoresCase ? set.ignoringCase : set }

    // MARK: Scalars

    private func peek() -> Unicode.Scalar? { index < scalars.count ? scalars[index].scalar : nil }

    private func offset(_ index: Int) -> Int { index < scalars.count ? scalars[index].offset : end }

    private func problem(_ message: String, hint: String? = nil) -> ExpressionProblem {
        let start = offset(index)
        return ExpressionProblem(start..<max(start, offset(index + 1)), message, hint: hint)
    }
}

extension ScalarSet {
    /// The scalar of a set with one element, otherwise nil.
    fileprivate var single: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}
