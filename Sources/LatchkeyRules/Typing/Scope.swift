/// The kind of a rule.
public enum RuleKind: String, Sendable, Codable, CaseIterable {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
}

/// The variables that a rule may use.
struct Scope {
    let kind: RuleKind
    /// The wildcards on the path to the rule, with their positions in the path from 0.
    let wildcards: [String: Int]
    /// Whether members of values are accepted, for rules that were saved before they were rejected.
    var acceptsMembersOfValues = false

    /// Returns the variable with this name, or nil if this kind of rule has none.
    func variable(_ name: String) -> (type: StaticType, operation: TypedExpression.Operation)? {
        switch name {
        case "auth": (.any, .auth)
        case "now": (.number, .now)
        case "root": (.snapshot, .root)
        case "data": (.snapshot, .data)
        case "newData" where kind != .read: (.snapshot, .newData)
        // The members are resolved where they are used. The variable itself has no value.
        case "query" where kind != .validate: (.query, .invalid)
        case let name: wildcards[name].map { (.string, .wildcard($0)) }
        }
    }

    func unknownVariable(_ name: String, _ range: Range<Int>) -> ExpressionProblem {
        if name == "newData" {
            return ExpressionProblem(range, "Unknown variable 'newData'.", hint: "Reading changes nothing: .read rules have data only.")
        }
        if name == "query" {
            return ExpressionProblem(range, "Unknown variable 'query'.", hint: "Only .read and .write rules have query.")
        }
        if name == "undefined" { return ExpressionProblem(range, "Unknown variable 'undefined'.", hint: "Missing values are null.") }
        let known = ["auth", "now", "root", "data", "newData", "query", "true", "false", "null"] + wildcards.keys.sorted()
        var hint = Spelling.nearest(to: name, in: known).map { "Did you mean \($0)?" }
        if hint == nil, name.hasPrefix("$") {
            hint =
                wildcards.isEmpty
                ? "There is no wildcard on the way to this rule."
                : "The wildcards on the way to this rule are \(wildcards.keys.sorted().joined(separator: ", "))."
        }
        return ExpressionProblem(range, "Unknown variable '\(name.prefix(64))'.", hint: hint)
    }
}
