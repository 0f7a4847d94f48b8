/// The reason why an operation is allowed or denied: every evaluated rule and the values of its expressions.
///
/// It contains data of the database and of the user, so show it to operators only.
public struct Explanation: Codable, Equatable, Sendable {
    /// Whether the operation is allowed.
    public let isAllowed: Bool
    /// `read` or `write`.
    public let operation: String
    /// The locations to read or change.
    public let paths: [String]
    /// The evaluated rules in the order of their evaluation.
    public let rules: [RuleRun]
    /// Whether rules, expressions or paths were left out to limit the size.
    public let isCut: Bool
    /// The decision in one sentence.
    public let conclusion: String

    /// The evaluation of one rule.
    public struct RuleRun: Codable, Equatable, Sendable {
        /// The kind of the rule.
        public let kind: RuleKind
        /// The location of the data that the rule was evaluated for.
        public let path: String
        /// The line of the rule in the text, from 1.
        public let line: Int
        /// The column of the rule in its line, from 1, in Unicode scalars.
        public let column: Int
        /// The line in which the rule begins, and a line with a caret under the rule.
        public let place: [String]
        /// The rule as written.
        public let text: String
        /// Whether the rule was true. A rule that could not be evaluated is false.
        public let isTrue: Bool
        /// The reason why the rule could not be evaluated.
        public let error: String?
        /// The evaluated expressions in the order of the text, outer ones first.
        public let steps: [Step]

        /// The result in words, with the reason if the rule could not be evaluated.
        public var outcome: String { error.map { "false, because \($0)" } ?? "\(isTrue)" }
    }

    /// The value of one expression in a rule.
    public struct Step: Codable, Equatable, Sendable {
        /// The line of the expression, from 1.
        public let line: Int
        /// The column of the expression, from 1, in Unicode scalars.
        public let column: Int
        /// The expression as written. Texts of more than 4096 bytes are cut.
        public let text: String
        /// The value as JSON, cut if it is long; nil if the expression could not be evaluated.
        public let value: String?
        /// The reason why the expression could not be evaluated.
        public let error: String?
        /// The number of expressions that contain this one.
        public let level: Int
    }
}

extension Explanation: CustomStringConvertible {
    /// A text for operators, with a line for each expression unless its value equals its text.
    public var description: String { rendered() }

    /// Returns a text for operators.
    ///
    /// - Parameter file: The name of the rules file, to print before line numbers.
    public func rendered(file: String? = nil) -> String {
        let file = file.map { $0 + ":" } ?? ""
        var lines = ["\(operation) \(paths.joined(separator: ", ")): \(isAllowed ? "allowed" : "denied")", conclusion]
        for run in rules {
            lines.append("  \(file)\(run.line):\(run.column) \(run.kind.rawValue) at \(run.path): \(run.outcome)")
            lines += run.place.map { "      " + $0 }
            for step in run.steps where step.text != step.value {
                let value = step.value ?? step.error.map { "error: \($0)" } ?? ""
                lines.append("    " + String(repeating: "  ", count: step.level) + "\(step.text)  →  \(value)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
