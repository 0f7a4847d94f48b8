public import LatchkeyTree

/// One question to rules, and the answer that is expected.
public struct RulesCase: Sendable {
    public enum Operation: Sendable {
        case read(TreePath, RulesQuery)
        case write(TreePath, Node)
        /// Several places below a path, all or none.
        case update(TreePath, [(path: TreePath, node: Node)])
    }

    /// What the case is called, or what it does.
    public let name: String
    public let operation: Operation
    /// Who asks.
    public let auth: AuthValue
    public let isAllowed: Bool

    public init(name: String, operation: Operation, auth: AuthValue, isAllowed: Bool) {
        self.name = name
        self.operation = operation
        self.auth = auth
        self.isAllowed = isAllowed
    }
}

/// What became of a case.
public struct RulesCaseResult: Codable, Sendable {
    public let name: String
    public let expected: String
    public let passed: Bool
    /// Why the rules answered otherwise; absent where the case passed.
    public let explanation: Explanation?
}

extension SecurityRules {
    /// Asks the rules what the cases ask.
    ///
    /// - Parameters:
    ///   - data: what the database holds, for every case anew.
    ///   - now: milliseconds since 1970.
    public func run(_ cases: [RulesCase], on data: Node, now: Double) -> [RulesCaseResult] {
        cases.map { test in
            let request = RulesRequest(root: data, auth: test.auth, now: now)
            let explanation = explain(test.operation, request)
            let passed = explanation.isAllowed == test.isAllowed
            return RulesCaseResult(
                name: test.name, expected: test.isAllowed ? "allow" : "deny", passed: passed, explanation: passed ? nil : explanation)
        }
    }

    private func explain(_ operation: RulesCase.Operation, _ request: RulesRequest) -> Explanation {
        switch operation {
        case .read(let path, let query): return explainRead(path, request, query: query)
        case .write(let path, let node):
            let node = node.resolvingServerValues(existing: request.root[path], now: request.now)
            return explainWrite([path], after: request.root.setting(node, at: path), request)
        case .update(let path, let children):
            let after = children.reduce(request.root) { root, child in
                let place = path.appending(child.path)
                return root.setting(child.node.resolvingServerValues(existing: request.root[place], now: request.now), at: place)
            }
            return explainWrite(children.map { path.appending($0.path) }, after: after, request)
        }
    }
}
