/// Why an operation is allowed or not: every rule that was asked, and what each of its expressions was.
///
/// Holds data of the database and of the person who asked, so it is for the operator alone.
public struct Explanation: Codable, Equatable, Sendable {
    public let isAllowed: Bool
    /// `read` or `write`.
    public let operation: String
    /// What was to be read or changed.
    public let paths: [String]
    /// In the order in which they were asked.
    public let rules: [RuleRun]
    /// Whether there was so much that rules, expressions or paths are left out.
    public let isCut: Bool
    /// The answer in one sentence.
    public let conclusion: String

    /// One rule that was asked.
    public struct RuleRun: Codable, Equatable, Sendable {
        public let kind: RuleKind
        /// What it was asked about.
        public let path: String
        /// Where the rule stands in the text, from 1.
        public let line: Int
        public let column: Int
        /// The line in which it begins, and below it a caret under the rule.
        public let place: [String]
        /// The rule as it is written.
        public let text: String
        /// Whether it was true; a rule that could not be evaluated was not.
        public let isTrue: Bool
        /// Why it could not be evaluated.
        public let error: String?
        /// The expressions in it that were evaluated, in the order of the text, those around others first.
        public let steps: [Step]

        /// Whether it was true, and for one that could not be evaluated why, in words.
        public var outcome: String { error.map { "false, because \($0)" } ?? "\(isTrue)" }
    }

    /// One expression in a rule.
    public struct Step: Codable, Equatable, Sendable {
        public let line: Int
        public let column: Int
        public let text: String
        /// As JSON, cut where it is long; nil if it could not be evaluated.
        public let value: String?
        public let error: String?
        /// How many expressions stand around it.
        public let level: Int
    }
}

extension Explanation: CustomStringConvertible {
    /// For people to read, a line for each expression that says something.
    public var description: String { rendered() }

    /// - Parameter file: what the rules are in, to stand before each line's number.
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
