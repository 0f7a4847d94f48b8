/// The instructions of a regular expression for Thompson's algorithm, which tracks all states at once and never backtracks.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Continues with the next step if the scalar is in the set with this number.
        case set(Int)
        /// Continues with both steps.
        case split(Int, Int)
        case jump(Int)
        case start
        case end
        case match
    }

    private(set) var steps: [Step] = []
    private(set) var sets: [ScalarSet] = []
    private var work = 0

    init(_ syntax: PatternSyntax, range: Range<Int>) throws(ExpressionProblem) {
        try append(syntax, range)
        steps.append(.match)
    }

    private mutating func append(_ syntax: PatternSyntax, _ range: Range<Int>) throws(ExpressionProblem) {
        // Parts with zero repetitions add no steps but take time.
        work += 1
        guard steps.count < RulesLimits.maxPatternSteps, work < 10 * RulesLimits.maxPatternSteps else {
            throw ExpressionProblem(
                range,
                "The regular expression is too large: it has more than \(RulesLimits.maxPatternSteps) steps once its counts are written out."
            )
        }
        switch syntax {
        case .set(let set):
            let number = sets.firstIndex(of: set) ?? sets.count
            if number == sets.count { sets.append(set) }
            guard sets.count <= RulesLimits.maxPatternSets else {
                throw ExpressionProblem(
                    range, "The regular expression has more than \(RulesLimits.maxPatternSets) different sets and characters.")
            }
            steps.append(.set(number))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .sequence(let parts):
            for part in parts { try append(part, range) }
        case .alternatives(let branches):
            var jumps: [Int] = []
            for (index, branch) in branches.enumerated() {
                guard index < branches.count - 1 else {
                    try append(branch, range)
                    break
                }
                let split = steps.count
                steps.append(.split(split + 1, 0))
                try append(branch, range)
                jumps.append(steps.count)
                steps.append(.jump(0))
                steps[split] = .split(split + 1, steps.count)
            }
            for jump in jumps { steps[jump] = .jump(steps.count) }
        case .repetition(let part, let min, let max):
            for _ in 0..<min { try append(part, range) }
            guard let max else {
                let split = steps.count
                steps.append(.split(split + 1, 0))
                try append(part, range)
                steps.append(.jump(split))
                steps[split] = .split(split + 1, steps.count)
                return
            }
            var splits: [Int] = []
            for _ in min..<max {
                splits.append(steps.count)
                steps.append(.split(0, 0))
                try append(part, range)
            }
            for split in splits { steps[split] = .split(split + 1, steps.count) }
        }
    }
}

extension PatternProgram {
    /// The steps that wait for a scalar, and whether the expression matches at this point.
    struct States: Hashable {
        /// The positions of `.set` steps in ascending order.
        var waiting: [Int32] = []
        var matches = false
        var matchesAtEnd = false
    }

    /// The working memory of `reach`, reused between calls.
    struct Marks {
        fileprivate var round: [UInt32]
        fileprivate var current: UInt32 = 0
        fileprivate var stack: [Int] = []

        init(_ program: PatternProgram) {
            round = Array(repeating: 0, count: program.steps.count * 2)
        }
    }

    /// Returns the states that are reachable from these steps without a scalar.
    func reach(_ steps: [Int], isAtStart: Bool, marks: inout Marks) -> States {
        var states = States()
        marks.current += 1
        marks.stack = steps.map { $0 * 2 }
        while let entry = marks.stack.popLast() {
            // Odd entries are positions after an `.end` step, which only matter at the end of the text.
            guard marks.round[entry] != marks.current else { continue }
            marks.round[entry] = marks.current
            let position = entry / 2
            let onlyAtEnd = entry % 2
            switch self.steps[position] {
            case .set: if onlyAtEnd == 0 { states.waiting.append(Int32(position)) }
            case .split(let first, let second):
                marks.stack.append(second * 2 + onlyAtEnd)
                marks.stack.append(first * 2 + onlyAtEnd)
            case .jump(let target): marks.stack.append(target * 2 + onlyAtEnd)
            case .start: if isAtStart { marks.stack.append((position + 1) * 2 + onlyAtEnd) }
            case .end: marks.stack.append((position + 1) * 2 + 1)
            case .match:
                if onlyAtEnd == 0 { states.matches = true }
                states.matchesAtEnd = true
            }
        }
        states.waiting.sort()
        return states
    }
}
