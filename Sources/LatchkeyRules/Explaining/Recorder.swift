import LatchkeyTree

/// Takes down which rules were evaluated in a decision, and what each of their expressions was.
final class Recorder {
    struct Run {
        let rule: Rule
        /// The keys that lead to the data of the rule.
        let keys: [ChildKey]
        /// In the order in which they came to their end: ids of expressions and their values.
        var steps: [(expression: Int, value: RecordedValue)] = []
        var result: Result<Bool, RuleFailure>?
    }

    /// Without those that were counted or left out.
    private(set) var runs: [Run] = []
    /// Whether something was left out, because there was too much of it.
    private(set) var isCut = false
    /// Where runs are counted as soon as they end, instead of being kept.
    private let coverage: RulesCoverage?

    /// An import may ask rules about every node; nobody reads more of that.
    private static let maxRuns = 1000

    init(coverage: RulesCoverage? = nil) {
        self.coverage = coverage
    }

    func begin(_ rule: Rule, _ evaluation: Evaluation) {
        runs.append(Run(rule: rule, keys: Array(evaluation.keys.prefix(evaluation.depth))))
    }

    func record(_ expression: Int, _ value: RecordedValue) {
        runs[runs.count - 1].steps.append((expression, value))
    }

    func end(_ result: Result<Bool, RuleFailure>) {
        runs[runs.count - 1].result = result
        if let coverage {
            coverage.add(runs.removeLast())
        } else if runs.count > Self.maxRuns, case .success(true) = result {
            // What is false decides, and stays.
            runs.removeLast()
            isCut = true
        }
    }
}
