import LatchkeyTree

/// A recording of the rules that were evaluated for a decision, and of the values of their expressions.
final class Recorder {
    struct Run {
        let rule: Rule
        /// The keys of the location of the data.
        let keys: [ChildKey]
        /// The IDs and values of the expressions, in the order in which their evaluation ended.
        var steps: [(expression: Int, value: RecordedValue)] = []
        var result: Result<Bool, RuleFailure>?
    }

    /// The recorded runs, without those that were counted or left out.
    private(set) var runs: [Run] = []
    /// Whether runs were left out to limit the size.
    private(set) var isCut = false
    /// The coverage in which finished runs are counted instead of being kept.
    private let coverage: RulesCoverage?

    /// The number of runs after which true ones are left out. An import may evaluate rules for every node.
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
            // Runs that are false decide, so they are kept.
            runs.removeLast()
            isCut = true
        }
    }
}
