import Synchronization

/// Counts how often each rule and each expression in it was evaluated, and to what.
///
/// It belongs to rules of one text: new rules need a new one.
public final class RulesCoverage: Sendable {
    /// How often an expression was evaluated to each value.
    struct Counts {
        var values: [String: Int] = [:]
        var total = 0

        mutating func add(_ text: String, maxValues: Int) {
            total += 1
            values[values[text] == nil && values.count >= maxValues ? "…" : text, default: 0] += 1
        }
    }

    /// By rule and expression.
    private let counts = Mutex<[[Int]: Counts]>([:])

    /// Values of one expression that are told apart; the rest is counted together.
    private static let maxValues = 16

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

/// What was evaluated, expression by expression.
public struct CoverageReport: Codable, Equatable, Sendable {
    public let rules: [RuleCount]

    public init(rules: [RuleCount]) {
        self.rules = rules
    }

    /// One rule.
    public struct RuleCount: Codable, Equatable, Sendable {
        public let kind: RuleKind
        public let line: Int
        public let column: Int
        /// The expressions in it, in the order of the text, those around others first.
        public let expressions: [ExpressionCount]
    }

    /// One expression.
    public struct ExpressionCount: Codable, Equatable, Sendable {
        public let line: Int
        public let column: Int
        public let text: String
        public let count: Int
        /// How often it was each value, as JSON; `error` where it could not be evaluated, `…` for further ones.
        public let values: [String: Int]
    }
}

extension SecurityRules {
    /// What these rules' expressions were, as often as the coverage was given to requests.
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
