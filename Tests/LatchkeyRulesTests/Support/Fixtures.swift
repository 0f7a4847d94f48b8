import LatchkeyRules
import LatchkeyTree

/// Parses a node, a leaf or an object.
func node(_ json: String) throws -> Node { try Node(json: json.utf8) }

let noon = 1_700_000_000_000.0

/// A signed-in user.
let ada: AuthValue = ["uid": "ada", "provider": "twitter", "token": ["admin": true, "level": 3, "name": "Ada"]]

extension SecurityRules {
    /// Whether a path can be read.
    func reads(_ path: String, _ root: Node = .empty, auth: AuthValue = .null, query: RulesQuery = .none) throws -> Bool {
        try read(TreePath(path), RulesRequest(root: root, auth: auth, now: noon), query: query).isAllowed
    }

    /// Whether values can be written, all at once.
    func writes(_ changes: [(String, String)], _ root: Node = .empty, auth: AuthValue = .null) throws -> Bool {
        var after = root
        for (path, json) in changes { after = after.setting(try node(json), at: try TreePath(path)) }
        return try write(changes.map { try TreePath($0.0) }, after: after, RulesRequest(root: root, auth: auth, now: noon)).isAllowed
    }
}

/// The result of an expression in a `.read`, `.write` or `.validate` at `/place/$key`, for the path `/place/k1`.
func evaluate(_ expression: String, _ kind: RuleKind = .read, root: Node = .empty, after: Node? = nil, auth: AuthValue = ada) throws -> Bool
{
    let rules = try SecurityRules(
        #"{"rules": {"place": {"$key": {"\#(kind.rawValue)": \#(quoted(expression))\#(kind == .validate ? #", ".write": true"# : "")}}}}"#)
    let request = RulesRequest(root: root, auth: auth, now: noon)
    let path = try TreePath("place/k1")
    if kind == .read { return rules.read(path, request).isAllowed }
    return rules.write([path], after: after ?? root, request).isAllowed
}

/// The messages about one expression, with columns in the expression that start at 1.
func problems(_ expression: String, _ kind: RuleKind = .read) -> [String] {
    let before = #"{"rules": {"$key": {"\#(kind.rawValue)": ""#
    do {
        _ = try SecurityRules(before + quoted(expression).dropFirst().dropLast() + #""}}}"#)
        return []
    } catch {
        return error.problems.map { "\($0.column - before.unicodeScalars.count): \($0.message)" }
    }
}

/// Returns a text as a JSON string.
func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
