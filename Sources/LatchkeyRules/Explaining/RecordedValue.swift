import LatchkeyTree

/// The result of an expression in a recording.
enum RecordedValue {
    case value(Value)
    case node(Node)
    case failure(RuleFailure)
}

extension RecordedValue {
    /// The result as JSON, cut if it is long; nil for a failure.
    var text: String? {
        switch self {
        case .failure: nil
        case .node(let node): Self.text(node)
        case .value(let value): Self.text(value)
        }
    }

    /// The maximum length of a string in scalars.
    private static let maxScalars = 200
    /// The maximum number of members of a map.
    private static let maxMembers = 20

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let value): JSONNumber.text(value)
        case .string(let value): cut(value)
        case .auth(let value): text(value, depth: 0)
        case .object(let node): text(node)
        case .snapshot: "(snapshot)"
        }
    }

    private static func cut(_ text: String) -> String {
        let head = text.unicodeScalars.prefix(maxScalars)
        return JSONText.quoted(String(head)) + (head.endIndex == text.unicodeScalars.endIndex ? "" : "…")
    }

    /// Returns the keys of a node and its scalar children, limited in number, because a node may be a whole database.
    private static func text(_ node: Node) -> String {
        guard node.hasChildren else { return text(Value(node)) }
        var members: [String] = []
        for (key, child) in node.children {
            guard members.count < maxMembers else {
                members.append("…")
                break
            }
            members.append(JSONText.quoted(key.text) + ":" + (child.hasChildren ? "{…}" : text(Value(child))))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func text(_ value: AuthValue, depth: Int) -> String {
        switch value {
        case .list(let elements):
            if depth > 2 { return "[…]" }
            let shown = elements.prefix(maxMembers).map { text($0, depth: depth + 1) }
            return "[" + (shown + (elements.count > maxMembers ? ["…"] : [])).joined(separator: ",") + "]"
        case .map(let members):
            if depth > 2 { return "{…}" }
            let shown = members.allNames.prefix(maxMembers).map { JSONText.quoted($0) + ":" + text(members[$0] ?? .null, depth: depth + 1) }
            return "{" + (shown + (members.allNames.count > maxMembers ? ["…"] : [])).joined(separator: ",") + "}"
        case .null, .boolean, .number, .string: return text(Value(value))
        }
    }
}
