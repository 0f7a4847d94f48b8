/// A compiled regular expression.
///
/// Texts are matched by Unicode scalar, so `.` matches a character outside of the Basic Multilingual Plane as a whole. The time is linear
/// in the length of the text, because texts come from untrusted clients.
struct Pattern: Sendable {
    private let program: PatternProgram
    private let classes: ScalarClasses
    /// The expression as a transition table; nil if the table would be large.
    private let automaton: PatternAutomaton?

    init(_ bytes: ArraySlice<UInt8>, ignoresCase: Bool, usesAutomaton: Bool = true) throws(ExpressionProblem) {
        var parser = PatternParser(bytes, ignoresCase: ignoresCase)
        let syntax = try parser.parse()
        program = try PatternProgram(syntax, range: bytes.startIndex..<bytes.endIndex)
        classes = ScalarClasses(program.sets)
        automaton = usesAutomaton ? PatternAutomaton(program, classes) : nil
    }

    /// The maximum number of steps for one text without a table. With a table, each scalar takes one step. Without one, each scalar takes
    /// as many steps as the expression has active states, and a text of megabytes would block other requests.
    static let maxWork = 20_000_000

    /// Whether the expression matches anywhere in the text.
    ///
    /// - Throws: ``RuleFailure`` if the text would take too many steps.
    func matches(_ text: String, maxWork: Int = maxWork) throws(RuleFailure) -> Bool {
        if let automaton { return automaton.matches(text, classes) }
        var marks = PatternProgram.Marks(program)
        var states = program.reach([0], isAtStart: true, marks: &marks)
        var work = 0
        for scalar in text.unicodeScalars {
            if states.matches { return true }
            work += states.waiting.count + 1
            guard work <= maxWork else { throw RuleFailure(.patternTooSlow) }
            states = program.step(states, classes(scalar), classes, marks: &marks)
        }
        return states.matchesAtEnd
    }
}

extension PatternProgram {
    /// Returns the states after a scalar of this class. The initial state is always included, because a match may begin anywhere.
    func step(_ states: States, _ scalarClass: Int, _ classes: ScalarClasses, marks: inout Marks) -> States {
        var next = [0]
        for position in states.waiting {
            if case .set(let set) = steps[Int(position)], classes.members[scalarClass][set] { next.append(Int(position) + 1) }
        }
        return reach(next, isAtStart: false, marks: &marks)
    }
}
