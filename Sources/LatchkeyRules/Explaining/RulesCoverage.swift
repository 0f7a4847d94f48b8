import Synchronization

/// The number of evaluations of each rule and expression, by value.
///
/// It belongs to the rules of one text. Use a new one for new rules.
public final class RulesCoverage: Sendable {
    /// The number of evaluations of an expression, by value.
    struct Counts {
        var values: [String: Int] = [:]
        var total = 0

        mutating func add(_ text: String, maxValues: Int) {
            total += 1
            values[values[text] == nil && values.count >= maxValues ? "…" : text, default: 0] += 1
        }
    }

    /// The counts by IDs of the rule and the expression.
    private let counts = Mutex<[[Int]: Counts]>([:])

    /// The maximum number of distinct values of an expression. Further values are counted together.
    private static let maxValues = 16

    /// Creates an empty coverage.
    public init() {}

    func add(_ run: Recorder.Run) {
        counts.withLock { counts in
            for (expression, value) in run.steps {
                counts[[run.rule.id, expression], default: Counts()].add(value.text ?? "error", maxValues: Self.maxValues)
            }
        }
    }

    func counts(rule: Int, expression: Int) -> Counts {
        counts.withLock { $0[[rule, expression]] ?? Counts() }
    }
}

/// A report of the evaluated expressions.
public struct CoverageReport: Codable, Equatable, Sendable {
    /// The rules in the order of their IDs.
    public let rules: [RuleCount]

    /// Creates a report.
    public init(rules: [RuleCount]) {
        self.rules = rules
    }

    /// The evaluations of one rule.
    public struct RuleCount: Codable, Equatable, Sendable {
        /// The kind of the rule.
        public let kind: RuleKind
        /// The line of the rule, from 1.
        public let line: Int
        /// The column of the rule, from 1, in Unicode scalars.
        public let column: Int
        /// The expressions of the rule in the order of the text, outer ones first.
        public let expressions: [ExpressionCount]
    }

    /// The evaluations of one expression.
    public struct ExpressionCount: Codable, Equatable, Sendable {
        /// The line of the expression, from 1.
        public let line: Int
        /// The column of the expression, from 1, in Unicode scalars.
        public let column: Int
        /// The expression as written. Texts of more than 4096 bytes are cut.
        public let text: String
        /// The number of evaluations.
        public let count: Int
        /// The number of evaluations by value as JSON. `error` counts failures and `…` further values.
        public let values: [String: Int]
    }
}

extension SecurityRules {
    /// Returns a report of the evaluations that a coverage has counted for these rules.
    public func report(_ coverage: RulesCoverage) -> CoverageReport {
        CoverageReport(
            rules: allRules.map { rule in
                let (line, column) = source.position(of: rule.text.start)
                var expressions: [CoverageReport.ExpressionCount] = []
                rule.expression.forEach { expression in
                    if case .invalid = expression.operation { return }
                    let counts = coverage.counts(rule: rule.id, expression: expression.id)
                    let (line, column) = source.position(of: rule.text.source(expression.range).lowerBound)
                    expressions.append(
                        CoverageReport.ExpressionCount(
                            line: line, column: column, text: rule.text.text(expression.range), count: counts.total, values: counts.values))
                }
                return CoverageReport.RuleCount(kind: rule.kind, line: line, column: column, expressions: expressions)
            })
    }
}
