extension Explanation {
    /// The maximum number of expressions that are kept of one rule.
    private static let maxSteps = 200
    /// The maximum length of a text in scalars.
    private static let maxText = 300

    /// Returns the explanation cut to about this size, for storing many of them.
    ///
    /// The last evaluated rule is always kept, because it decided. Rules that were false come next, then the others. Long texts are cut and
    /// end with “…”.
    public func cut(toBytes maxBytes: Int) -> Explanation {
        let short = rules.map { $0.cut(steps: Self.maxSteps, text: Self.maxText) }
        var bytes = 0
        var kept = Set<Int>()
        let last = short.indices.suffix(1)
        let others = short.indices.dropLast()
        for index in Array(last) + others.filter({ !short[$0].isTrue }) + others.filter({ short[$0].isTrue }) {
            bytes += short[index].estimatedBytes
            guard bytes <= maxBytes || kept.isEmpty else { break }
            kept.insert(index)
        }
        let rest = short.enumerated().filter { kept.contains($0.offset) }.map(\.element)
        let shownPaths = paths.prefix(20).map { $0.cut(Self.maxText) }
        return Explanation(
            isAllowed: isAllowed, operation: operation, paths: shownPaths, rules: rest,
            isCut: isCut || rest.count < rules.count || shownPaths.count < paths.count
                || rules.contains { $0.steps.count > Self.maxSteps }, conclusion: conclusion.cut(Self.maxText))
    }

    /// The approximate size of the texts in bytes.
    public var estimatedBytes: Int {
        conclusion.utf8.count + paths.reduce(0) { $0 + $1.utf8.count } + rules.reduce(0) { $0 + $1.estimatedBytes }
    }
}

extension Explanation.RuleRun {
    fileprivate func cut(steps maxSteps: Int, text maxText: Int) -> Self {
        Self(
            kind: kind, path: path.cut(maxText), line: line, column: column, place: place, text: text.cut(maxText), isTrue: isTrue,
            error: error?.cut(maxText),
            steps: steps.prefix(maxSteps).map {
                Explanation.Step(
                    line: $0.line, column: $0.column, text: $0.text.cut(maxText), value: $0.value?.cut(maxText),
                    error: $0.error?.cut(maxText),
                    level: $0.level)
            })
    }

    fileprivate var estimatedBytes: Int {
        steps.reduce(200 + path.utf8.count + text.utf8.count + place.reduce(0) { $0 + $1.utf8.count }) { sum, step in
            sum + 100 + step.text.utf8.count + (step.value?.utf8.count ?? 0) + (step.error?.utf8.count ?? 0)
        }
    }
}

extension String {
    fileprivate func cut(_ maxScalars: Int) -> String {
        let head = unicodeScalars.prefix(maxScalars)
        return head.endIndex == unicodeScalars.endIndex ? self : String(head) + "…"
    }
}
