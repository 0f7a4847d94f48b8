import LatchkeyTree

/// The evaluation of rules for one operation.
///
/// Rules are looked up from the root along the path. At each key, a named child takes precedence over the wildcard; without either, the
/// search ends. A grant applies to everything below it. A `.validate` rule applies wherever there is data after a write.
///
/// The traversal is recursive, which avoids retaining nodes that a caller already holds.
struct Decision {
    var evaluation: Evaluation

    init(_ evaluation: Evaluation) {
        self.evaluation = evaluation
    }

    // MARK: Reading

    /// Decides a read.
    ///
    /// - Parameters:
    ///   - rules: The root of the rules.
    ///   - keys: The keys of the location, from the root.
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

    /// Decides a write with one or more changes, all against the same tree after the write.
    ///
    /// - Parameters:
    ///   - rules: The root of the rules.
    ///   - changes: The changed locations.
    ///   - validatesRemovals: Whether `.validate` rules above removed data must hold.
    mutating func write(_ rules: RuleNode, _ changes: [TreePath], validatesRemovals: Bool) -> Verdict {
        for (index, change) in changes.enumerated() {
            let shared = index == 0 ? nil : Self.sharedCount(changes[index - 1].keys, change.keys)
            move(to: change.keys, shared: shared ?? 0)
            // Rules on the path shared with the previous change already hold. A recording evaluates them again for each change.
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

    /// Whether a `.write` on the path is true. Rules above `first` were evaluated for the previous change: see `grantDepth`.
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

    /// The depth of the rule that granted the last change.
    private var grantDepth: Int?

    /// Whether every `.validate` on the path and below it holds where there is data.
    private mutating func validates(_ node: RuleNode, _ keys: [ChildKey], from first: Int, depth: Int = 0) -> Bool {
        guard node.validates else { return true }
        evaluation.depth = depth
        if depth >= first, let rule = node.validate, !evaluation.newData.isEmpty, !rule.holds(&evaluation) { return false }
        guard depth < keys.count else { return !node.validatesBelow || validatesBelow(node, evaluation.newData) }
        guard let next = node.child(keys[depth]) else { return true }
        return validates(next, keys, from: first, depth: depth + 1)
    }

    /// Whether every `.validate` below a node holds where there is data.
    ///
    /// - Parameters:
    ///   - node: The rules of the node.
    ///   - data: The data at the node after the write. All nodes on the path to it have been looked up.
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
