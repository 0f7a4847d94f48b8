import LatchkeyRules
import LatchkeyTree

/// What a write would do to one version of the tree: everything that can be said of it before it happens.
struct WriteDecision {
    /// With what the server fills in.
    let changes: [TreeChange]
    let after: Node
    let outcome: WriteOutcome

    /// - Parameter denials: where it is remembered if the rules deny it.
    /// - Throws: `DatabaseError` for what the rules or the limits of the tree do not allow, and for a condition that does not hold.
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
        }
        let path = operation.path
        var isAdministrator: Bool { if case .administrator = requester { true } else { false } }
        func mayRead(_ root: Node) -> Bool { ReadCheck(rules: rules, root: root, now: now, path: path).allows(requester) }
        if let expected = operation.expectedHash {
            let current = operation.isPriority ? root[path].priority.node : root[path]
            guard current.hash == expected else { throw .stale(current: mayRead(root) ? current : nil) }
        }
        // Checked after the rules and after a condition: a client whose condition fails tries again, perhaps with other data.
        let limits = SizeLimits(settings, under: rules)
        if let excess = limits.excess(of: changes, from: root, to: after, isAdministrator: isAdministrator) { throw .tooLarge(excess) }
        let mayTell = !operation.holdsIncrement || mayRead(after)
        outcome = WriteOutcome(node: mayTell ? after[path] : operation.asked, now: now)
    }

    /// - Throws: `DatabaseError` for what is beyond the limits of the tree.
    static func changes(
        _ operation: WriteOperation, on root: Node, now: Double
    ) throws(DatabaseError) -> (changes: [TreeChange], after: Node) {
        let changes = operation.changes.map { $0.resolvingServerValues(on: root, now: now) }
        if let error = depthError(changes) { throw .tree(error) }
        return (changes, changes.reduce(root) { $0.applying($1) })
    }

    /// The reader of the JSON bounds what it reads; a path above it adds to that.
    private static func depthError(_ changes: [TreeChange]) -> TreeError? {
        let max = TreeLimits.standard.maxDepth
        for case .set(let path, let node) in changes where path.keys.count + node.depth > max { return .depth(max: max) }
        return nil
    }
}
