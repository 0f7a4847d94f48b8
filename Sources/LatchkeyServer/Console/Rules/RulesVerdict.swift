import LatchkeyRules

/// What rules said to a trial, as the page shows it: in a sentence, as a list, and drawn into the lines that decided.
struct RulesVerdict {
    let isAllowed: Bool
    let word: String
    let conclusion: String
    let asked: [Asked]
    let drawn: [Line]
    /// Whether there is more than is shown.
    let isCut: Bool

    private static let maxRules = 50
    private static let maxSteps = 60
    private static let maxLines = 12
    /// Of a line, in bytes; in a file without line ends the rules are one.
    private static let maxLine = 1000

    /// A rule that was asked.
    struct Asked {
        let line: Int
        let column: Int
        let kind: String
        let path: String
        let outcome: String
        /// `granted` or `refused`.
        let mark: String
        let steps: [Step]
    }

    struct Step: Hashable {
        let text: String
        let value: String
    }

    /// A line of the rules.
    struct Line {
        let number: Int
        let text: String
        /// Whether lines before it are left out.
        let isAfterGap: Bool
        let notes: [Asked]
    }

    /// - Parameter explanation: nil where no rule is asked.
    init(_ explanation: Explanation?, of rules: SecurityRules) {
        guard let explanation else {
            (isAllowed, word, conclusion) = (true, "Allowed", "No rule is asked of an administrator.")
            (asked, drawn, isCut) = ([], [], false)
            return
        }
        isAllowed = explanation.isAllowed
        word = explanation.isAllowed ? "Allowed" : "Denied"
        conclusion = explanation.conclusion
        // Of very many the last decided.
        let runs = explanation.rules.suffix(Self.maxRules)
        isCut = explanation.isCut || runs.count < explanation.rules.count
        let asked = runs.map(Self.asked)
        self.asked = asked
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
                    notes: asked.filter { $0.line == number }))
        }
        self.drawn = drawn
    }

    private static func asked(_ run: Explanation.RuleRun) -> Asked {
        // What stands there as a value says nothing new, nor does what stands there again.
        var known: Set<Step> = []
        let steps = run.steps.filter { $0.text != $0.value }
            .map { Step(text: $0.text, value: $0.value ?? $0.error.map { "error: " + $0 } ?? "") }
            .filter { known.insert($0).inserted }.prefix(maxSteps)
        return Asked(
            line: run.line, column: run.column, kind: run.kind.rawValue, path: run.path, outcome: run.outcome,
            mark: run.isTrue ? "granted" : "refused",
            steps: Array(steps))
    }
}
