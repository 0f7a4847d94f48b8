import LatchkeyRules
import LatchkeyTree

/// What has to be known to ask the rules again, with a record of everything in between. It holds the tree as it was.
struct DenialQuestion: Sendable {
    enum Subject: Sendable {
        case read(TreePath, Query)
        case write([TreePath], after: Node)
    }

    let subject: Subject
    let rules: SecurityRules
    let request: RulesRequest

    /// Bytes of text that are kept of one explanation.
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

    /// How much there is to look at, in nodes, counted to an end.
    func size(upTo max: Int) -> Int {
        switch subject {
        case .read: 1
        case .write(let paths, let after):
            paths.reduce(0) { sum, path in sum >= max ? sum : sum + after[path].count(upTo: max - sum) }
        }
    }
}

extension Node {
    /// How many nodes it consists of; no more than `max` are looked at.
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
