/// A regular expression as a transition table: the next state for each state and each class of scalars.
struct PatternAutomaton: Sendable {
    private var table: [Int32] = []
    private var flags: [Flags] = []
    private let classCount: Int

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let matches = Flags(rawValue: 1)
        static let matchesAtEnd = Flags(rawValue: 2)
        /// No further text can match.
        static let isDead = Flags(rawValue: 4)
    }

    /// The maximum number of entries of the table. `maxWork` limits the steps to build it.
    private static let maxEntries = 16_384
    private static let maxWork = 100_000

    /// Creates the table, or nil if it would be too large or take too long to build.
    init?(_ program: PatternProgram, _ classes: ScalarClasses) {
        classCount = classes.count
        var marks = PatternProgram.Marks(program)
        var numbers: [PatternProgram.States: Int32] = [:]
        var states: [PatternProgram.States] = []
        var work = 0

        func number(_ state: PatternProgram.States) -> Int32 {
            if let known = numbers[state] { return known }
            let number = Int32(states.count)
            numbers[state] = number
            states.append(state)
            return number
        }

        _ = number(program.reach([0], isAtStart: true, marks: &marks))
        var index = 0
        while index < states.count {
            let state = states[index]
            var isDead = !state.matches
            for scalarClass in 0..<classCount {
                // A state that matches is final.
                let next = state.matches ? state : program.step(state, scalarClass, classes, marks: &marks)
                work += next.waiting.count + state.waiting.count + 1
                let target = number(next)
                table.append(target)
                if Int(target) != index { isDead = false }
                guard table.count <= Self.maxEntries, work <= Self.maxWork else { return nil }
            }
            var flag: Flags = []
            if state.matches { flag.insert(.matches) }
            if state.matchesAtEnd { flag.insert(.matchesAtEnd) }
            if isDead, !state.matchesAtEnd { flag.insert(.isDead) }
            flags.append(flag)
            index += 1
        }
    }

    func matches(_ text: String, _ classes: ScalarClasses) -> Bool {
        var state = 0
        for scalar in text.unicodeScalars {
            let flag = flags[state]
            if flag.contains(.matches) { return true }
            if flag.contains(.isDead) { return false }
            state = Int(table[state * classCount + classes(scalar)])
        }
        return flags[state].contains(.matchesAtEnd)
    }
}
