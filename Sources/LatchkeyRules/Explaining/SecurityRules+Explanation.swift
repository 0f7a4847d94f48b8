public import LatchkeyTree

extension SecurityRules {
    /// Decides as ``read(_:_:query:)`` does, and explains the decision.
    public func explainRead(_ path: TreePath, _ request: RulesRequest, query: RulesQuery = .none) -> Explanation {
        let recorder = Recorder()
        var decision = Decision(Evaluation(request, after: .empty, query: query, keys: path.keys, recorder: recorder))
        return explanation(decision.read(rules, path.keys), "read", [path], recorder)
    }

    /// Decides as ``write(_:after:_:)`` does, and explains the decision.
    public func explainWrite(_ changes: [TreePath], after: Node, _ request: RulesRequest) -> Explanation {
        let recorder = Recorder()
        var decision = Decision(Evaluation(request, after: after, keys: [], recorder: recorder))
        return explanation(decision.write(rules, changes, validatesRemovals: validatesRemovals), "write", changes, recorder)
    }

    private func explanation(_ verdict: Verdict, _ operation: String, _ paths: [TreePath], _ recorder: Recorder) -> Explanation {
        var written: [Int: WrittenRule] = [:]
        let runs = recorder.runs.map { run in
            let rule = written[run.rule.id] ?? WrittenRule(run.rule, in: source)
            written[run.rule.id] = rule
            return ruleRun(run, rule)
        }
        return Explanation(
            isAllowed: verdict.isAllowed, operation: operation, paths: paths.map(\.description), rules: runs, isCut: recorder.isCut,
            conclusion: conclusion(verdict, operation, runs, paths))
    }

    /// The maximum number of grants in a conclusion. An update has a grant for each of its locations.
    private static let maxNamed = 10

    private func conclusion(_ verdict: Verdict, _ operation: String, _ runs: [Explanation.RuleRun], _ paths: [TreePath]) -> String {
        let kind: RuleKind = operation == "read" ? .read : .write
        if verdict.isAllowed {
            if paths.isEmpty { return "There is nothing to write." }
            let grants = runs.filter { $0.kind == kind && $0.isTrue }.map { "\($0.kind.rawValue) in line \($0.line) at \($0.path)" }
            let more = grants.count > Self.maxNamed ? ", and \(grants.count - Self.maxNamed) more" : ""
            return "Granted by \(grants.prefix(Self.maxNamed).joined(separator: ", "))\(more)."
        }
        if let last = runs.last, last.kind == .validate, !last.isTrue {
            return "Refused by .validate in line \(last.line) at \(last.path)\(last.error == nil ? "" : ", which could not be evaluated")."
        }
        // Some locations of an update may be granted.
        let refused = paths.first { path in !runs.contains { $0.kind == kind && $0.isTrue && $0.isAt(orAbove: path) } }
        let way = paths.count > 1 ? refused.map { "on the way to \($0)" } ?? "on the way" : "on the way"
        return runs.contains { $0.kind == kind } ? "No \(kind.rawValue) \(way) was true." : "There is no \(kind.rawValue) \(way)."
    }

    private func ruleRun(_ run: Recorder.Run, _ written: WrittenRule) -> Explanation.RuleRun {
        var error: String?
        if case .failure(let failure) = run.result { error = failure.message }
        var values: [Int: RecordedValue] = [:]
        for (expression, value) in run.steps { values[expression] = value }
        var steps: [Explanation.Step] = []
        append(run.rule.expression, of: written, values, level: 0, to: &steps)
        return Explanation.RuleRun(
            kind: run.rule.kind, path: TreePath(keys: run.keys).description, line: written.line, column: written.column,
            place: written.place, text: written.text, isTrue: (try? run.result?.get()) ?? false, error: error, steps: steps)
    }

    private func append(
        _ expression: TypedExpression, of rule: WrittenRule, _ values: [Int: RecordedValue], level: Int, to steps: inout [Explanation.Step]
    ) {
        // If an expression was not evaluated, neither were its parts.
        guard let value = values[expression.id], let written = rule.expressions[expression.id] else { return }
        var error: String?
        if case .failure(let failure) = value {
            // The error is shown at the innermost expression only.
            let isInner = expression.parts.contains { if case .failure = values[$0.id] { true } else { false } }
            error = isInner ? "see below" : failure.message
        }
        steps.append(
            Explanation.Step(
                line: written.line, column: written.column, text: written.text, value: value.text, error: error, level: level))
        for part in expression.parts { append(part, of: rule, values, level: level + 1, to: &steps) }
    }
}

/// The text and position of a rule. They are found once for all its runs, because a write may evaluate a rule for each of its nodes.
private struct WrittenRule {
    struct Expression {
        let line: Int
        let column: Int
        let text: String
    }

    let line: Int
    let column: Int
    let place: [String]
    let text: String
    /// The expressions by their IDs.
    let expressions: [Int: Expression]

    init(_ rule: Rule, in source: SourceText) {
        (line, column) = source.position(of: rule.text.start)
        place = source.problem(rule.text.whole, "").shownPlace
        text = rule.text.text
        var expressions: [Int: Expression] = [:]
        rule.expression.forEach { expression in
            let (line, column) = source.position(of: rule.text.source(expression.range).lowerBound)
            expressions[expression.id] = Expression(line: line, column: column, text: rule.text.text(expression.range))
        }
        self.expressions = expressions
    }
}

extension RuleText {
    /// The maximum size of an expression's text. Expressions are nested, so complete texts would take quadratic space.
    private static let maxTextBytes = 4096

    func text(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<bytes.count)
        guard range.count > Self.maxTextBytes else { return String(decoding: bytes[range], as: UTF8.self) }
        var end = range.lowerBound + Self.maxTextBytes
        while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self) + "…"
    }
}

extension Explanation.RuleRun {
    fileprivate func isAt(orAbove place: TreePath) -> Bool {
        path == "/" || (place.description + "/").hasPrefix(path + "/")
    }
}
