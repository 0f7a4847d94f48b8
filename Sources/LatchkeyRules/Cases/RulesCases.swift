public import LatchkeyTree

/// Test cases for rules in JSON: the content of the database, users by name, and the expected decisions.
///
/// ```json
/// {
///   "data": {"users": {"ada": {"name": "Ada"}}},
///   "people": {"ada": {"uid": "ada", "provider": "password"}, "guest": null},
///   "cases": [
///     {"as": "ada", "write": "/users/ada/name", "value": "Countess", "expect": "allow"},
///     {"as": "guest", "read": "/users/ada", "expect": "deny"},
///     {"as": "ada", "update": "/", "value": {"users/ada/name": "A", "users/bob/name": "B"}, "expect": "deny"}
///   ]
/// }
/// ```
///
/// `as` is a name from `people` or a value of `auth`. If absent, the user is not signed in. A `read` may have a `query` with the parameters
/// of the REST API. A case may have a `name` for its report.
public struct RulesCases: Sendable {
    /// The content of the database before each case.
    public let data: Node
    /// The cases in the order of the file, at least one.
    public let cases: [RulesCase]

    /// Parses cases.
    ///
    /// - Throws: ``RulesCasesError``, which names the invalid case.
    public init(json text: some Sequence<UInt8>) throws(RulesCasesError) {
        let file: JSONValue
        do throws(TreeError) {
            file = try JSONValue(json: text)
            data = try Node(file["data"] ?? .scalar(.null))
        } catch {
            throw RulesCasesError(error.description)
        }
        if case .object(let members) = file, let other = members.first(where: { !Self.members.contains($0.name) }) {
            throw RulesCasesError("“\(other.name.prefix(64))” is none of “data”, “people” and “cases”.")
        }
        guard case .array(let given)? = file["cases"], !given.isEmpty else { throw RulesCasesError("“cases” is not an array or is empty.") }
        var cases: [RulesCase] = []
        for (index, one) in given.enumerated() {
            do {
                cases.append(try RulesCase(one, people: file["people"]))
            } catch {
                throw RulesCasesError("Case \(index + 1): \(error)")
            }
        }
        self.cases = cases
    }

    private static let members: Set<String> = ["data", "people", "cases"]
}

/// An error for a file without valid cases.
public struct RulesCasesError: Error, Equatable, CustomStringConvertible {
    /// A sentence for the author of the file.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension RulesCase {
    private static let members: Set<String> = ["name", "as", "read", "write", "update", "query", "value", "expect"]

    fileprivate init(_ value: JSONValue, people: JSONValue?) throws {
        guard case .object(let members) = value else { throw RulesCasesError("it is not an object.") }
        for (name, _) in members where !Self.members.contains(name) {
            throw RulesCasesError("“\(name.prefix(64))” is not a member of a case.")
        }
        let (operation, text) = try Self.operation(value)
        self.operation = operation
        auth = try Self.auth(value["as"], people: people)
        switch value["expect"]?.string {
        case "allow": isAllowed = true
        case "deny": isAllowed = false
        default: throw RulesCasesError("“expect” is neither \"allow\" nor \"deny\".")
        }
        name = value["name"]?.string ?? "\(value["as"]?.string ?? "user") \(text)"
    }

    private static func operation(_ value: JSONValue) throws -> (Operation, text: String) {
        let operations = ["read", "write", "update"].filter { value[$0] != nil }
        guard operations.count == 1, let text = value[operations[0]]?.string else {
            throw RulesCasesError("it needs one of “read”, “write” and “update” with a path.")
        }
        let path = try TreePath(text)
        for (member, of) in [("query", ["read"]), ("value", ["write", "update"])] where value[member] != nil && !of.contains(operations[0])
        {
            throw RulesCasesError("a “\(operations[0])” has no “\(member)”.")
        }
        switch operations[0] {
        case "read": return (.read(path, try query(value["query"])), "reads \(path)")
        case "write":
            guard let given = value["value"] else { throw RulesCasesError("a “write” has a “value”; null removes the data.") }
            return (.write(path, try Node(given)), "writes \(path)")
        default:
            guard case .object(let members)? = value["value"] else { throw RulesCasesError("“value” of an update is not an object.") }
            let children = try members.map { (path: try TreePath($0.name), node: try Node($0.value)) }
            // The server rejects an update that changes a location twice.
            if let (outer, inner) = WritePath.overlap(children.map { WritePath($0.path) }) {
                throw RulesCasesError("\(inner) lies within \(outer); one update changes each place once.")
            }
            return (.update(path, children), "updates \(path)")
        }
    }

    private static func auth(_ value: JSONValue?, people: JSONValue?) throws -> AuthValue {
        guard case .scalar(.string(let name))? = value else { return try auth(value ?? .scalar(.null), called: "“as”") }
        guard let person = people?[name] else { throw RulesCasesError("“people” has no member \(name.prefix(64)).") }
        return try auth(person, called: "\(name.prefix(64)) of “people”")
    }

    private static func auth(_ value: JSONValue, called name: String) throws -> AuthValue {
        switch value {
        case .object, .scalar(.null): return AuthValue(value)
        case .array, .scalar: throw RulesCasesError("\(name) is neither a value of auth, such as {\"uid\": \"ada\"}, nor null.")
        }
    }

    private static func query(_ value: JSONValue?) throws -> RulesQuery {
        guard let value else { return .none }
        guard case .object(let members) = value else { throw RulesCasesError("“query” is not an object.") }
        var parameters: [String: String] = [:]
        for (name, value) in members {
            guard case .scalar(let scalar) = value, Query.parameterNames.contains(name) else {
                throw RulesCasesError("“\(name.prefix(64))” is not a parameter of a query.")
            }
            parameters[name] = scalar.text
        }
        return RulesQuery(try Query(parameters: parameters))
    }
}

extension JSONScalar {
    fileprivate var text: String {
        switch self {
        case .null: return "null"
        case .boolean(let value): return "\(value)"
        case .number(let value): return JSONNumber.text(value)
        case .string(let value):
            var writer = JSONWriter()
            writer.append(quoting: value)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}
