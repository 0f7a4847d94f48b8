import Synchronization

/// A compiled `.read`, `.write` or `.validate` rule.
final class Rule: Sendable {
    let kind: RuleKind
    /// The number of the rule in its text, from 0.
    let id: Int
    /// The source text of the rule and its position.
    let text: RuleText
    let expression: TypedExpression
    /// The value of the rule if it is the same for every request, otherwise nil.
    let constant: Bool?

    private let code: BooleanCode
    /// The code that records values, compiled on first use.
    private let recordingCode = Mutex<Compiled?>(nil)

    /// A box for a closure in a lock. A closure stored directly in a generic container gets another thunk each time it is read and written
    /// back, so each call would take longer than the one before.
    private final class Compiled: Sendable {
        let code: BooleanCode

        init(_ code: @escaping BooleanCode) { self.code = code }
    }

    init(kind: RuleKind, id: Int, text: RuleText, expression: TypedExpression) {
        self.kind = kind
        self.id = id
        self.text = text
        self.expression = expression
        constant = expression.constant
        code = Compiler(isRecording: false).boolean(expression)
    }

    /// Evaluates the rule. A rule that fails is false.
    func holds(_ evaluation: inout Evaluation) -> Bool {
        if evaluation.recorder != nil { return holdsRecording(&evaluation) }
        do throws(RuleFailure) { return try code(&evaluation) } catch { return false }
    }

    private func holdsRecording(_ evaluation: inout Evaluation) -> Bool {
        let compiled = recordingCode.withLock { compiled in
            if let compiled { return compiled }
            let made = Compiled(Compiler(isRecording: true).boolean(expression))
            compiled = made
            return made
        }
        evaluation.recorder?.begin(self, evaluation)
        let result: Result<Bool, RuleFailure>
        do throws(RuleFailure) { result = .success(try compiled.code(&evaluation)) } catch { result = .failure(error) }
        evaluation.recorder?.end(result)
        return (try? result.get()) ?? false
    }
}
