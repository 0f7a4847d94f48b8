import LatchkeyTree

typealias BooleanCode = @Sendable (inout Evaluation) throws(RuleFailure) -> Bool
typealias NumberCode = @Sendable (inout Evaluation) throws(RuleFailure) -> Double
typealias TextCode = @Sendable (inout Evaluation) throws(RuleFailure) -> String
typealias ValueCode = @Sendable (inout Evaluation) throws(RuleFailure) -> Value
typealias NodeCode = @Sendable (inout Evaluation) throws(RuleFailure) -> Node
typealias SnapshotCode = @Sendable (inout Evaluation) throws(RuleFailure) -> Snapshot

/// Compiles a checked expression into closures. There is one closure type for each result type, to avoid boxing.
///
/// Plain code uses shortcuts. Recording code evaluates every expression of the rule separately and passes its value to the recorder.
struct Compiler {
    let isRecording: Bool

    // MARK: Recording

    /// Wraps a closure to record its result. Plain code does not use it, because a generic wrapper would add two conversions to each call.
    private func recorded<Result>(
        _ expression: TypedExpression, _ code: @escaping @Sendable (inout Evaluation) throws(RuleFailure) -> Result,
        _ value: @escaping @Sendable (Result) -> RecordedValue
    ) -> @Sendable (inout Evaluation) throws(RuleFailure) -> Result {
        let id = expression.id
        return { evaluation throws(RuleFailure) in
            do throws(RuleFailure) {
                let result = try code(&evaluation)
                evaluation.recorder?.record(id, value(result))
                return result
            } catch {
                evaluation.recorder?.record(id, .failure(error))
                throw error
            }
        }
    }

    func boolean(_ expression: TypedExpression) -> BooleanCode {
        if !isRecording { return plainBoolean(expression) }
        return recorded(expression, plainBoolean(expression)) { .value(.boolean($0)) }
    }

    func number(_ expression: TypedExpression) -> NumberCode {
        if expression.type != .number {
            let code = value(expression)
            return { evaluation throws(RuleFailure) in try code(&evaluation).number() }
        }
        if !isRecording { return plainNumber(expression) }
        return recorded(expression, plainNumber(expression)) { .value(.number($0)) }
    }

    func text(_ expression: TypedExpression) -> TextCode {
        if expression.type != .string {
            let code = value(expression)
            return { evaluation throws(RuleFailure) in try code(&evaluation).text() }
        }
        if !isRecording { return plainText(expression) }
        return recorded(expression, plainText(expression)) { .value(.string($0)) }
    }

    func value(_ expression: TypedExpression) -> ValueCode {
        switch expression.type {
        case .boolean:
            let code = boolean(expression)
            return { evaluation throws(RuleFailure) in .boolean(try code(&evaluation)) }
        case .number:
            let code = number(expression)
            return { evaluation throws(RuleFailure) in .number(try code(&evaluation)) }
        case .string:
            let code = text(expression)
            return { evaluation throws(RuleFailure) in .string(try code(&evaluation)) }
        case .snapshot:
            let code = node(expression)
            return { evaluation throws(RuleFailure) in
                _ = try code(&evaluation)
                return .snapshot
            }
        default:
            if !isRecording { return plainValue(expression) }
            return recorded(expression, plainValue(expression)) { .value($0) }
        }
    }

    func node(_ expression: TypedExpression) -> NodeCode {
        if !isRecording { return plainNode(expression) }
        return recorded(expression, plainNode(expression)) { .node($0) }
    }

    func snapshot(_ expression: TypedExpression) -> SnapshotCode {
        if !isRecording { return plainSnapshot(expression) }
        return recorded(expression, plainSnapshot(expression)) { .node($0.node) }
    }
}
