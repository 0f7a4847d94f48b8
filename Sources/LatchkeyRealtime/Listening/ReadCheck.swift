import LatchkeyRules
import LatchkeyTree

/// A check of whether the rules allow a read of a location with a query, in one version of the tree.
struct ReadCheck {
    let rules: SecurityRules
    let root: Node
    let now: Double
    let path: TreePath
    let query: Query
    private let rulesQuery: RulesQuery

    init(rules: SecurityRules, root: Node, now: Double, path: TreePath, query: Query = .all) {
        self.rules = rules
        self.root = root
        self.now = now
        self.path = path
        self.query = query
        rulesQuery = RulesQuery(query)
    }

    func allows(_ requester: Requester) -> Bool {
        guard case .user(let auth) = requester else { return true }
        return rules.read(path, RulesRequest(root: root, auth: auth, now: now), query: rulesQuery).isAllowed
    }

    /// Checks that a requester may read.
    ///
    /// - Parameters:
    ///   - isRepeated: Whether the same operation was checked before, so that it is counted already.
    ///   - denials: The recorder for a denial.
    /// - Throws: `DatabaseError.denied`.
    func require(
        for requester: Requester, to occasion: Denial.Occasion, isRepeated: Bool = false, _ denials: DenialRecorder?
    ) throws(DatabaseError) {
        guard !allows(requester) else {
            if case .user = requester, !isRepeated { denials?.log.decisions.countAllowed() }
            return
        }
        throw .denied(denial(of: requester, to: occasion, denials))
    }

    /// Records a denial and returns its ID. Call it after ``allows(_:)`` returned `false`.
    func denial(of requester: Requester, to occasion: Denial.Occasion, _ denials: DenialRecorder?) -> DecisionID? {
        guard case .user(let auth) = requester else { return nil }
        return denials?.read(path, query, occasion, rules: rules, RulesRequest(root: root, auth: auth, now: now))
    }
}

extension SecurityRules {
    /// Returns whether the children of a location are indexed for an order. Keys and priorities always have an index.
    func hasIndex(for order: Query.Order, at path: TreePath) -> Bool {
        switch order {
        case .key, .priority: true
        case .value: indexes(at: path).contains(.value)
        case .child(let child): indexes(at: path).contains(.child(child))
        }
    }
}
