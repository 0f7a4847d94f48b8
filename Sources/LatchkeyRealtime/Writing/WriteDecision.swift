import LatchkeyRules
import LatchkeyTree

/// The result of a write on one version of the tree, computed before the write is executed.
struct WriteDecision {
    /// The changes with resolved server values.
    let changes: [TreeChange]
    let after: Node
    let outcome: WriteOutcome

    /// Evaluates a write.
    ///
    /// - Parameter denials: The recorder for denials.
    /// - Throws: `DatabaseError` if the rules or the limits do not allow the write, or if its condition does not hold.
    init(
        _ operation: WriteOperation, by requester: Requester, on root: Node, rules: SecurityRules, settings: DatabaseSettings, now: Double,
        denials: DenialRecorder?
    ) throws(DatabaseError) {
        (changes, after) = try Self.changes(operation, on: root, now: now)
        if case .user(let auth) = requester {
            let request = RulesRequest(root: root, auth: auth, now: now)
            let paths = changes.map(\.path)
            guard rules.write(paths, after: after, request).isAllowed else {
                let occasion: Denial.Occasion = operation.isLeftBehind ? .onDisconnect : .write
                throw .denied(denials?.write(paths, after: after, occasion, rules: rules, request))
            }
            denials?.log.decisions.countAllowed()
        }
        let path = operation.path
        var isAdministrator: Bool { if case .administrator = requester { true } else { false } }
        func mayRead(_ root: Node) -> Bool { ReadCheck(rules: rules, root: root, now: now, path: path).allows(requester) }
        if let expected = operation.expectedHash {
            let current = operation.isPriority ? root[path].priority.node : root[path]
            guard current.hash == expected else { throw .stale(current: mayRead(root) ? current : nil) }
        }
        // Checked after the rules and the condition: after a failed condition the client retries, perhaps with other data.
        let limits = SizeLimits(settings, under: rules)
        if let excess = limits.excess(of: changes, from: root, to: after, isAdministrator: isAdministrator) { throw .tooLarge(excess) }
        let mayTell = !operation.holdsIncrement || mayRead(after)
        outcome = WriteOutcome(node: mayTell ? after[path] : operation.requestedNode, now: now)
    }

    /// Resolves server values and applies the changes.
    ///
    /// - Throws: `DatabaseError` if the write exceeds the limits of the tree.
    static func changes(
        _ operation: WriteOperation, on root: Node, now: Double
    ) throws(DatabaseError) -> (changes: [TreeChange], after: Node) {
        let changes = operation.changes.map { $0.resolvingServerValues(on: root, now: now) }
        if let error = depthError(changes) { throw .tree(error) }
        return (changes, changes.reduce(root) { $0.applying($1) })
    }

    /// Checks the total depth. The JSON parser limits the depth of the data; the path adds to it.
    private static func depthError(_ changes: [TreeChange]) -> TreeError? {
        let max = TreeLimits.standard.maxDepth
        for case .set(let path, let node) in changes where path.keys.count + node.depth > max { return .depth(max: max) }
        return nil
    }
}
