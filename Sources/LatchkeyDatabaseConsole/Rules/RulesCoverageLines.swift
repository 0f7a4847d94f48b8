import LatchkeyRules

/// The coverage of the saved rules by rule, as the editor shows it beside their lines.
struct RulesCoverageLines {
    /// How often a rule was evaluated, and with which results.
    struct Line: Equatable {
        let line: Int
        let column: Int
        let kind: String
        let count: Int
        let granted: Int
        let refused: Int
        /// The number of expressions of the rule that were never evaluated; `nil` if there are none, or if the rule itself was not evaluated.
        let missed: Int?
        let words: String
    }

    let lines: [Line]
    let evaluated: Int
    let total: Int

    private static let maxLines = 1000

    init(_ report: CoverageReport) {
        let rules = report.rules.filter { !$0.expressions.isEmpty }
        lines = rules.prefix(Self.maxLines).map(Self.line)
        evaluated = rules.count { $0.expressions[0].count > 0 }
        total = rules.count
    }

    private static func line(_ rule: CoverageReport.RuleCount) -> Line {
        let whole = rule.expressions[0]
        let granted = whole.values["true"] ?? 0
        // A rule that fails, or has another value than a boolean, denies.
        let refused = whole.count - granted
        let missed = whole.count == 0 ? 0 : rule.expressions.count { $0.count == 0 }
        var words = "never evaluated"
        if whole.count > 0 {
            words = "evaluated \(whole.count) time\(whole.count == 1 ? "" : "s"): true \(granted), false \(refused)"
            if missed > 0 { words += ", \(missed) of \(rule.expressions.count) expressions never evaluated" }
        }
        return Line(
            line: rule.line, column: rule.column, kind: rule.kind.rawValue, count: whole.count, granted: granted, refused: refused,
            missed: missed > 0 ? missed : nil, words: words)
    }
}
