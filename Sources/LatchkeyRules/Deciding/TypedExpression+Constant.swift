import LatchkeyTree

extension TypedExpression {
    /// The value of an expression if it is the same for every request, otherwise nil.
    var constant: Bool? {
        switch operation {
        case .boolean(let value): return value
        case .not(let part): return part.constant.map { !$0 }
        case .and(let parts): return Self.chain(parts, until: false)
        case .or(let parts): return Self.chain(parts, until: true)
        default: return isIndependent ? evaluated : nil
        }
    }

    /// Returns the value of a chain if it is constant.
    ///
    /// `false && x` is false. `x && false` is unknown, because `x` may fail, and a failure equals false only for the whole rule.
    private static func chain(_ parts: [TypedExpression], until stop: Bool) -> Bool? {
        for part in parts {
            guard let value = part.constant else { return nil }
            if value == stop { return stop }
        }
        return !stop
    }

    /// Whether the expression does not depend on the request.
    private var isIndependent: Bool {
        switch operation {
        case .auth, .now, .root, .data, .newData, .wildcard, .query, .invalid: false
        default: parts.allSatisfy(\.isIndependent)
        }
    }

    /// The value of a boolean expression that does not depend on the request. It is nil if the evaluation fails, because a failure makes
    /// the whole rule false and not only this expression.
    private var evaluated: Bool? {
        guard type == .boolean else { return nil }
        var evaluation = Evaluation(RulesRequest(root: .empty, now: 0), after: .empty, keys: [])
        do throws(RuleFailure) { return try Compiler(isRecording: false).boolean(self)(&evaluation) } catch { return nil }
    }
}
