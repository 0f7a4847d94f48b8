public import LatchkeyRules
public import LatchkeyTree

extension RealtimeDatabase {
    /// Which rules are asked about a read now, and what they are; nil for administrators, of whom none is asked.
    ///
    /// - Parameter others: rules to be asked in place of those that hold.
    public func explainRead(
        _ path: TreePath, query: Query = .all, by requester: Requester, under others: SecurityRules? = nil
    ) -> Explanation? {
        guard case .user(let auth) = requester else { return nil }
        let (root, rules) = state.rootAndRules
        return (others ?? rules).explainRead(path, RulesRequest(root: root, auth: auth, now: now()), query: RulesQuery(query))
    }

    /// Which rules are asked about a write now, and what they are; nil for administrators.
    ///
    /// - Parameter others: rules to be asked in place of those that hold.
    /// - Throws: `DatabaseError` for what is beyond the limits of the tree.
    public func explainWrite(
        _ operation: WriteOperation, by requester: Requester, under others: SecurityRules? = nil
    ) throws(DatabaseError) -> Explanation? {
        try writer.explain(operation, by: requester, under: others)
    }

    /// What a write would leave behind now. Nothing is changed, and nobody is told.
    ///
    /// - Throws: `DatabaseError` as the write would.
    public func simulate(_ operation: WriteOperation, by requester: Requester) throws(DatabaseError) -> WriteOutcome {
        try writer.simulate(operation, by: requester)
    }

    /// What is at a path, whoever may see it.
    public func node(at path: TreePath) -> Node { state.root[path] }
}
