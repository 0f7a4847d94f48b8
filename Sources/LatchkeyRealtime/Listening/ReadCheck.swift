// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree

/// Asks the rules whether somebody may read a place with a query, in one version of the tree.
struct ReadCheck {
    let rules: SecurityRules
    let root: Node
    let now: Double
    let path: TreePath
    private let query: RulesQuery

    init(rules: SecurityRules, root: Node, now: Double, path: TreePath, query: Query = .all) {
        self.rules = rules
        self.root = root
        self.now = now
        self.path = path
        self.query = RulesQuery(query)
    }

    func allows(_ requester: Requester) -> Bool {
        guard case .user(let auth) = requester else { return true }
        return rules.read(path, RulesRequest(root: root, auth: auth, now: now), query: query).isAllowed
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
