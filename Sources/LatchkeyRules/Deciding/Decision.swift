import LatchkeyTree

/// Which rules are asked for an operation, and what follows from their answers.
///
/// Rules are looked up from the root along the path: a named child if there is one, else the wildcard, else nothing more. A grant
/// anywhere on the way counts for all below; a `.validate` counts wherever there is data after a write.
///
/// It goes down through the rules by calling itself: what a caller holds need not be counted as held once more.
struct Decision {
    var evaluation: Evaluation

    init(_ evaluation: Evaluation) {
        self.evaluation = evaluation
    }

    // MARK: Reading

    /// - Parameter keys: the place, from the root of the rules on.
    mutating func read(_ rules: RuleNode, _ keys: [ChildKey]) -> Verdict {
        grantsReading(rules, keys, depth: 0) ? .allowed : .denied
    }

    private mutating func grantsReading(_ node: RuleNode, _ keys: [ChildKey], depth: Int) -> Bool {
        evaluation.depth = depth
        if let rule = node.read, rule.holds(&evaluation) { return true }
        guard depth < keys.count, let next = node.child(keys[depth]) else { return false }
        return grantsReading(next, keys, depth: depth + 1)
    }

    // MARK: Writing

    /// The changes of one write, all against the same tree after it.
    ///
    /// - Parameter validatesRemovals: whether rules above something that is removed have to hold.
    mutating func write(_ rules: RuleNode, _ changes: [TreePath], validatesRemovals: Bool) -> Verdict {
        for (index, change) in changes.enumerated() {
            let shared = index == 0 ? nil : Self.sharedCount(changes[index - 1].keys, change.keys)
            move(to: change.keys, shared: shared ?? 0)
            // What the change before shares with this one was found right for both; a recording shows it for each.
            let first = evaluation.recorder == nil ? shared.map { $0 + 1 } ?? 0 : 0
            guard grants(rules, change.keys, from: first) else { return .denied }
            if validatesRemovals || !evaluation.after.node(at: change.keys.count, keys: change.keys).isEmpty {
                guard validates(rules, change.keys, from: validatesRemovals ? first : 0) else { return .denied }
            }
        }
        return .allowed
    }

    private static func sharedCount(_ left: [ChildKey], _ right: [ChildKey]) -> Int {
        zip(left, right).prefix { $0 == $1 }.count
    }

    private mutating func move(to keys: [ChildKey], shared: Int) {
        evaluation.keys = keys
        evaluation.before.cut(to: shared)
        evaluation.after.cut(to: shared)
    }

    /// Whether a `.write` on the way is true. Those above `first` were asked for the change before: see `grantDepth`.
    private mutating func grants(_ rules: RuleNode, _ keys: [ChildKey], from first: Int) -> Bool {
        if let grantDepth, grantDepth < first { return true }
        grantDepth = nil
        return grants(rules, keys, from: first, depth: 0)
    }

    private mutating func grants(_ node: RuleNode, _ keys: [ChildKey], from first: Int, depth: Int) -> Bool {
        evaluation.depth = depth
        if depth >= first, let rule = node.write, rule.holds(&evaluation) {
            grantDepth = depth
            return true
        }
        guard depth < keys.count, let next = node.child(keys[depth]) else { return false }
        return grants(next, keys, from: first, depth: depth + 1)
    }

    /// Where the last change found its grant.
    private var grantDepth: Int?

    /// Whether every `.validate` on the way and below holds where there is data.
    private mutating func validates(_ node: RuleNode, _ keys: [ChildKey], from first: Int, depth: Int = 0) -> Bool {
        guard node.validates else { return true }
        evaluation.depth = depth
        if depth >= first, let rule = node.validate, !evaluation.newData.isEmpty, !rule.holds(&evaluation) { return false }
        guard depth < keys.count else { return !node.validatesBelow || validatesBelow(node, evaluation.newData) }
        guard let next = node.child(keys[depth]) else { return true }
        return validates(next, keys, from: first, depth: depth + 1)
    }

    /// - Parameter data: what is at the node after the write; all on the way to it has been looked up.
    private mutating func validatesBelow(_ node: RuleNode, _ data: Node) -> Bool {
        guard node.validatesBelow, data.hasChildren else { return true }
        if let wildcard = node.wildcard, wildcard.validates {
            return data.allChildrenSatisfy { key, child in
                guard let next = node.child(key), next.validates else { return true }
                return validates(next, key, child)
            }
        }
        for (key, next) in node.children.all where next.validates {
            let child = data[key]
            if !child.isEmpty, !validates(next, key, child) { return false }
        }
        return true
    }

    private mutating func validates(_ node: RuleNode, _ key: ChildKey, _ data: Node) -> Bool {
        evaluation.keys.append(key)
        evaluation.after.push(data)
        evaluation.depth += 1
        let depth = evaluation.depth
        var holds = true
        if let rule = node.validate { holds = rule.holds(&evaluation) }
        if holds, node.validatesBelow { holds = validatesBelow(node, data) }
        evaluation.depth = depth - 1
        evaluation.keys.removeLast()
        evaluation.before.cut(to: depth - 1)
        evaluation.after.cut(to: depth - 1)
        return holds
    }
}
