import LatchkeyConsole
import LatchkeyRules

/// The result of a rules test, as the page shows it: a sentence, a list of rules, and notes between the lines of the rules.
struct RulesVerdict {
    let isAllowed: Bool
    let word: String
    let conclusion: String
    let evaluated: [EvaluatedRule]
    let drawn: [Line]
    /// Whether some results are not shown.
    let isCut: Bool

    private static let maxRules = 50
    private static let maxSteps = 60
    private static let maxLines = 12
    /// The maximum length of a shown line, in bytes. Rules without line breaks are a single line.
    private static let maxLine = 1000

    /// An evaluated rule.
    struct EvaluatedRule {
        let line: Int
        let column: Int
        let kind: String
        let path: String
        let outcome: String
        /// `granted` or `refused`.
        let mark: String
        let sign: String
        let steps: [Step]
    }

    struct Step: Hashable {
        let text: String
        let value: String
        /// The beginning of a long value, which is collapsed; `nil` for a short one.
        let start: String?

        private static let maxLength = 120

        init(text: String, value: String) {
            (self.text, self.value) = (text, value)
            let head = value.prefix(Self.maxLength)
            start = head.endIndex == value.endIndex ? nil : head + "…"
        }
    }

    /// A line of the rules.
    struct Line {
        let number: Int
        let text: String
        /// Whether lines before it are left out.
        let isAfterGap: Bool
        let notes: [EvaluatedRule]
    }

    /// - Parameter explanation: `nil` if no rule applies.
    init(_ explanation: Explanation?, of rules: SecurityRules) {
        guard let explanation else {
            (isAllowed, word, conclusion) = (true, "Allowed", "Administrators bypass the rules.")
            (evaluated, drawn, isCut) = ([], [], false)
            return
        }
        isAllowed = explanation.isAllowed
        word = explanation.isAllowed ? "Allowed" : "Denied"
        conclusion = explanation.conclusion
        // If there are too many, the last ones are kept, because they decided the result.
        let runs = explanation.rules.suffix(Self.maxRules)
        isCut = explanation.isCut || runs.count < explanation.rules.count
        let evaluated = runs.map(Self.evaluated)
        self.evaluated = evaluated
        var shown: Set<Int> = []
        for run in runs {
            let count = min(run.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1, Self.maxLines)
            shown.formUnion(max(1, run.line - 1)..<run.line + count + 1)
        }
        var drawn: [Line] = []
        var number = 0
        for line in rules.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard shown.contains(number) else { continue }
            drawn.append(
                Line(
                    number: number,
                    text: String(decoding: line.prefix(Self.maxLine), as: UTF8.self) + (line.count > Self.maxLine ? "…" : ""),
                    isAfterGap: number > (drawn.last?.number ?? 0) + 1,
                    notes: evaluated.filter { $0.line == number }))
        }
        self.drawn = drawn
    }

    private static func evaluated(_ run: Explanation.RuleRun) -> EvaluatedRule {
        // Literals and repeated steps are omitted, because they add no information.
        var known: Set<Step> = []
        let steps = run.steps.filter { $0.text != $0.value }
            .map { Step(text: $0.text, value: $0.value ?? $0.error.map { "error: " + $0 } ?? "") }
            .filter { known.insert($0).inserted }.prefix(maxSteps)
        return EvaluatedRule(
            line: run.line, column: run.column, kind: run.kind.rawValue, path: run.path, outcome: run.outcome,
            mark: run.isTrue ? "granted" : "refused", sign: run.isTrue ? "✓" : "✕",
            steps: Array(steps))
    }
}
