import LatchkeyRules
import LatchkeyTree

/// Asks the rules whether somebody may read a place with a query, in one version of the tree.
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

    /// - Parameter denials: where it is remembered if it is denied.
    /// - Throws: `DatabaseError.denied`.
    func require(for requester: Requester, to occasion: Denial.Occasion, _ denials: DenialRecorder?) throws(DatabaseError) {
        guard !allows(requester) else { return }
        throw .denied(denial(of: requester, to: occasion, denials))
    }

    /// The name of a denial, for whom this was just denied.
    func denial(of requester: Requester, to occasion: Denial.Occasion, _ denials: DenialRecorder?) -> DecisionID? {
        guard case .user(let auth) = requester else { return nil }
        return denials?.read(path, query, occasion, rules: rules, RulesRequest(root: root, auth: auth, now: now))
    }
}

extension SecurityRules {
    /// Whether the children of a place need not be sorted first for an order: there is always an index of keys and of priorities.
    func hasIndex(for order: Query.Order, at path: TreePath) -> Bool {
        switch order {
        case .key, .priority: true
        case .value: indexes(at: path).contains(.value)
        case .child(let child): indexes(at: path).contains(.child(child))
        }
    }
}
