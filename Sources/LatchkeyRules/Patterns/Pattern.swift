/// A regular expression that is ready to search.
///
/// Texts are searched scalar by scalar, so that `.` matches one character outside of the Basic Multilingual Plane as a whole. The time
/// grows with the length of the text and never faster: subjects come from strangers.
struct Pattern: Sendable {
    private let program: PatternProgram
    private let classes: ScalarClasses
    /// The same as a table where it is small; nil where it would not be.
    private let automaton: PatternAutomaton?

    init(_ bytes: ArraySlice<UInt8>, ignoresCase: Bool, usesAutomaton: Bool = true) throws(ExpressionProblem) {
        var parser = PatternParser(bytes, ignoresCase: ignoresCase)
        let syntax = try parser.parse()
        program = try PatternProgram(syntax, range: bytes.startIndex..<bytes.endIndex)
        classes = ScalarClasses(program.sets)
        automaton = usesAutomaton ? PatternAutomaton(program, classes) : nil
    }

    /// Steps of the machine for one text. A table takes one for each scalar; without one, each scalar takes as many as the expression has
    /// places to be at, and a writer of megabytes would keep everybody else waiting.
    static let maxWork = 20_000_000

    /// Whether it matches anywhere in the text.
    ///
    /// - Throws: `RuleFailure` for a text that would take too long.
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
    /// Where the machine is after a scalar of that class; it always begins anew as well, because a match may begin anywhere.
    func step(_ states: States, _ scalarClass: Int, _ classes: ScalarClasses, marks: inout Marks) -> States {
        var next = [0]
        for position in states.waiting {
            if case .set(let set) = steps[Int(position)], classes.members[scalarClass][set] { next.append(Int(position) + 1) }
        }
        return reach(next, isAtStart: false, marks: &marks)
    }
}
