public import LatchkeyRules
public import LatchkeyTree

extension RealtimeDatabase {
    /// Returns the rules that apply to a read now and their results, or `nil` for administrators, because no rules apply to them.
    ///
    /// - Parameter others: The rules to evaluate in place of the current ones.
    public func explainRead(
        _ path: TreePath, query: Query = .all, by requester: Requester, under others: SecurityRules? = nil
    ) -> Explanation? {
        guard case .user(let auth) = requester else { return nil }
        let (root, rules) = state.rootAndRules
        return (others ?? rules).explainRead(path, RulesRequest(root: root, auth: auth, now: now()), query: RulesQuery(query))
    }

    /// Returns the rules that apply to a write now and their results, or `nil` for administrators.
    ///
    /// - Parameter others: The rules to evaluate in place of the current ones.
    /// - Throws: `DatabaseError` if the write exceeds the limits of the tree.
    public func explainWrite(
        _ operation: WriteOperation, by requester: Requester, under others: SecurityRules? = nil
    ) throws(DatabaseError) -> Explanation? {
        let ((root, rules), now) = (state.rootAndRules, now())
        let (changes, after) = try WriteDecision.changes(operation, on: root, now: now)
        guard case .user(let auth) = requester else { return nil }
        return (others ?? rules).explainWrite(changes.map(\.path), after: after, RulesRequest(root: root, auth: auth, now: now))
    }

    /// Checks whether the rules allow an on-disconnect write now.
    ///
    /// - Throws: `DatabaseError` if the rules or the limits do not allow the write.
    public func check(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) {
        var operation = operation
        operation.isLeftBehind = true
        _ = try simulate(operation, by: requester)
    }

    /// Returns the result that a write would have now. Nothing is changed, and listeners are not notified.
    ///
    /// - Throws: The `DatabaseError` that the write would throw.
    public func simulate(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) -> WriteOutcome {
        let (root, rules) = state.rootAndRules
        return try WriteDecision(
            operation, by: requester, on: root, rules: rules, settings: state.settings, now: now(), denials: state.denials
        ).outcome
    }

    /// Returns the node at a path, without a check of the rules.
    public func node(at path: TreePath) -> Node { state.root[path] }
}
