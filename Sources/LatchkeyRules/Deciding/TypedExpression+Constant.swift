import LatchkeyTree

extension TypedExpression {
    /// What a rule is for every request, where that can be told without one.
    var constant: Bool? {
        switch operation {
        case .boolean(let value): return value
        case .not(let part): return part.constant.map { !$0 }
        case .and(let parts): return Self.chain(parts, until: false)
        case .or(let parts): return Self.chain(parts, until: true)
        default: return isIndependent ? evaluated : nil
        }
    }

    /// `false && x` is false, but `x && false` may be an error, which is the same only for a whole rule: not told.
    private static func chain(_ parts: [TypedExpression], until stop: Bool) -> Bool? {
        for part in parts {
            guard let value = part.constant else { return nil }
            if value == stop { return stop }
        }
        return !stop
    }

    /// Whether nothing of a request is in it.
    private var isIndependent: Bool {
        switch operation {
        case .auth, .now, .root, .data, .newData, .wildcard, .query, .invalid: false
        default: parts.allSatisfy(\.isIndependent)
        }
    }

    /// An error counts as false; what stands around it knows nothing of it, so that only whole comparisons are evaluated.
    private var evaluated: Bool? {
        guard type == .boolean else { return nil }
        var evaluation = Evaluation(RulesRequest(root: .empty, now: 0), after: .empty, keys: [])
        do throws(RuleFailure) { return try Compiler(isRecording: false).boolean(self)(&evaluation) } catch { return nil }
    }
}
