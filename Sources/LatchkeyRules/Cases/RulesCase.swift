public import LatchkeyTree

/// An operation and whether the rules are expected to allow it.
public struct RulesCase: Sendable {
    /// An operation on a database.
    public enum Operation: Sendable {
        case read(TreePath, RulesQuery)
        case write(TreePath, Node)
        /// A write of several locations below a path, all or none.
        case update(TreePath, [(path: TreePath, node: Node)])
    }

    /// The name of the case, or a description of its operation.
    public let name: String
    /// The operation to decide.
    public let operation: Operation
    /// The `auth` variable of the request.
    public let auth: AuthValue
    /// Whether the operation is expected to be allowed.
    public let isAllowed: Bool

    /// Creates a case.
    public init(name: String, operation: Operation, auth: AuthValue, isAllowed: Bool) {
        self.name = name
        self.operation = operation
        self.auth = auth
        self.isAllowed = isAllowed
    }
}

/// The result of a case.
public struct RulesCaseResult: Codable, Sendable {
    /// The name of the case.
    public let name: String
    /// The expected outcome: `allow` or `deny`.
    public let expected: String
    /// Whether the rules decided as expected.
    public let passed: Bool
    /// The reason for an unexpected decision; absent if the case passed.
    public let explanation: Explanation?
}

extension SecurityRules {
    /// Runs cases against these rules.
    ///
    /// - Parameters:
    ///   - cases: The cases. They do not affect each other.
    ///   - data: The content of the database before each case.
    ///   - now: The value of `now`, in milliseconds since 1970.
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
