import LatchkeyRules
import LatchkeyTree

/// The input for a second evaluation of the rules that records all intermediate results. Retains the tree at the time of the denial.
struct DenialRequest: Sendable {
    enum Subject: Sendable {
        case read(TreePath, Query)
        case write([TreePath], after: Node)
    }

    let subject: Subject
    let rules: SecurityRules
    let request: RulesRequest

    /// The maximum size of an explanation, in bytes.
    private static let maxBytes = 32 * 1024
    private static let maxAuthScalars = 4096

    func explanation() -> Explanation {
        let whole =
            switch subject {
            case .read(let path, let query): rules.explainRead(path, request, query: RulesQuery(query))
            case .write(let paths, let after): rules.explainWrite(paths, after: after, request)
            }
        return whole.cut(toBytes: Self.maxBytes)
    }

    var auth: String {
        let text = request.auth.json
        let head = text.unicodeScalars.prefix(Self.maxAuthScalars)
        return head.endIndex == text.unicodeScalars.endIndex ? text : String(head) + "…"
    }

    /// Returns the number of nodes to evaluate. Counting stops at about `max`.
    func size(upTo max: Int) -> Int {
        switch subject {
        case .read: 1
        case .write(let paths, let after):
            paths.reduce(0) { sum, path in sum >= max ? sum : sum + after[path].count(upTo: max - sum) }
        }
    }
}

extension Node {
    /// Returns the number of nodes in this node, counting at most `max`.
    fileprivate func count(upTo max: Int) -> Int {
        guard hasChildren else { return 1 }
        var count = 1
        for (_, child) in children {
            if count >= max { break }
            count += child.count(upTo: max - count)
        }
        return count
    }
}
