import Synchronization

/// One `.read`, `.write` or `.validate`, ready to be evaluated.
final class Rule: Sendable {
    let kind: RuleKind
    /// Counts the rules of a text.
    let id: Int
    /// The place of the rule in the text, and what it consists of.
    let text: RuleText
    let expression: TypedExpression
    /// Whether it is the same for every request; nil if that depends.
    let constant: Bool?

    private let code: BooleanCode
    /// Compiled when the first recorder asks.
    private let recordingCode = Mutex<Compiled?>(nil)

    /// Keeps a closure in a lock. A closure that is itself the value of a generic container is wrapped in a thunk each time it is read and
    /// written back, so that every call takes longer than the one before.
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

    /// A rule that cannot be evaluated is false.
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
