import LatchkeyRules
import LatchkeyTree

/// A value of the second evaluator: JSON, or a snapshot as a path in one of the trees.
indirect enum ModelValue: Equatable {
    case null, boolean(Bool), number(Double), string(String), map([String: ModelValue]), place(isAfter: Bool, [String])
}

/// The reason does not matter.
struct ModelError: Error {}

/// An expression that evaluates its own tree: slow, obvious, and independent of the real evaluator.
indirect enum Model {
    case literal(ModelValue)
    case name(String)
    case prefix(String, Model)
    case binary(String, Model, Model)
    case conditional(Model, Model, Model)
    case member(Model, String)
    case element(Model, Model)
    case call(Model, String, [Model])
    case list([Model])

    var text: String {
        switch self {
        case .literal(.null): "null"
        case .literal(.boolean(let value)): "\(value)"
        case .literal(.number(let value)): "\(Int(value))"
        case .literal(.string(let value)): "'\(value)'"
        case .literal: ""
        case .name(let name): name
        case .prefix(let symbol, let part): "\(symbol)(\(part.text))"
        case .binary(let symbol, let left, let right): "(\(left.text) \(symbol) \(right.text))"
        case .conditional(let condition, let first, let second): "(\(condition.text) ? \(first.text) : \(second.text))"
        case .member(let part, let name): "\(part.text).\(name)"
        case .element(let part, let index): "\(part.text)[\(index.text)]"
        case .call(let part, let name, let arguments): "\(part.text).\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
        case .list(let parts): "[\(parts.map(\.text).joined(separator: ", "))]"
        }
    }
}

/// The environment of the second evaluator.
struct ModelWorld {
    /// JSON as maps.
    let before: ModelValue
    let after: ModelValue
    let auth: ModelValue
    let now: Double
    let path: [String]
    let wildcards: [String: String]

    func evaluate(_ model: Model) throws -> ModelValue {
        switch model {
        case .literal(let value): return value
        case .name("auth"): return auth
        case .name("now"): return .number(now)
        case .name("root"): return .place(isAfter: false, [])
        case .name("data"): return .place(isAfter: false, path)
        case .name("newData"): return .place(isAfter: true, path)
        case .name(let name): return .string(wildcards[name] ?? "")
        case .prefix(let symbol, let part):
            switch (symbol, try evaluate(part)) {
            case ("!", .boolean(let value)): return .boolean(!value)
            case ("-", .number(let value)): return .number(-value)
            default: throw ModelError()
            }
        case .binary(let symbol, let left, let right): return try binary(symbol, left, right)
        case .conditional(let condition, let first, let second):
            guard case .boolean(let value) = try evaluate(condition) else { throw ModelError() }
            return try evaluate(value ? first : second)
        case .member(let part, let name):
            let value = try evaluate(part)
            if case .string(let text) = value, name == "length" { return .number(Double(Array(text.utf16).count)) }
            return Self.member(value, name)
        case .element(let part, let index):
            let (value, index) = (try evaluate(part), try evaluate(index))
            switch index {
            case .string(let name): return Self.member(value, name)
            case .number(let number): return Self.member(value, Self.text(number))
            default: return .null
            }
        case .call(let part, let name, let arguments): return try call(try evaluate(part), name, arguments)
        case .list: throw ModelError()
        }
    }

    static func member(_ value: ModelValue, _ name: String) -> ModelValue {
        if case .map(let members) = value { members[name] ?? .null } else { .null }
    }

    private func binary(_ symbol: String, _ left: Model, _ right: Model) throws -> ModelValue {
        let first = try evaluate(left)
        if symbol == "&&" || symbol == "||" {
            guard case .boolean(let value) = first else { throw ModelError() }
            if value == (symbol == "||") { return first }
            guard case .boolean = try evaluate(right) else { throw ModelError() }
            return try evaluate(right)
        }
        let second = try evaluate(right)
        switch (symbol, first, second) {
        case ("==", .map, _), ("==", _, .map): return .boolean(false)
        case ("!=", .map, _), ("!=", _, .map): return .boolean(true)
        case ("==", _, _): return .boolean(first == second)
        case ("!=", _, _): return .boolean(first != second)
        case ("<", .number(let a), .number(let b)): return .boolean(a < b)
        case ("<=", .number(let a), .number(let b)): return .boolean(a <= b)
        case (">", .number(let a), .number(let b)): return .boolean(a > b)
        case (">=", .number(let a), .number(let b)): return .boolean(a >= b)
        case ("<", .string(let a), .string(let b)): return .boolean(Array(a.utf16).lexicographicallyPrecedes(Array(b.utf16)))
        case ("<=", .string(let a), .string(let b)): return .boolean(!Array(b.utf16).lexicographicallyPrecedes(Array(a.utf16)))
        case (">", .string(let a), .string(let b)): return .boolean(Array(b.utf16).lexicographicallyPrecedes(Array(a.utf16)))
        case (">=", .string(let a), .string(let b)): return .boolean(!Array(a.utf16).lexicographicallyPrecedes(Array(b.utf16)))
        case ("<=", .null, .null), (">=", .null, .null): return .boolean(true)
        case ("<", .null, .null), (">", .null, .null): return .boolean(false)
        case ("+", .number(let a), .number(let b)): return .number(a + b)
        case ("+", .string(let a), .string(let b)): return .string(a + b)
        case ("+", .string(let a), .number(let b)): return .string(a + Self.text(b))
        case ("+", .number(let a), .string(let b)): return .string(Self.text(a) + b)
        case ("-", .number(let a), .number(let b)): return .number(a - b)
        case ("*", .number(let a), .number(let b)): return .number(a * b)
        case ("/", .number(let a), .number(let b)): return .number(b == 0 ? .nan : a / b)
        case ("%", .number(let a), .number(let b)): return .number(b == 0 ? .nan : a.truncatingRemainder(dividingBy: b))
        default: throw ModelError()
        }
    }

    /// Formats the numbers of these tests: integers, halves and NaN.
    private static func text(_ number: Double) -> String {
        number.isNaN ? "NaN" : number == number.rounded() && number.magnitude < 1e15 ? "\(Int(number))" : JSONNumber.text(number)
    }

    // MARK: Methods

    private func value(_ isAfter: Bool, _ keys: [String]) -> ModelValue {
        keys.reduce(isAfter ? after : before) { Self.member($0, $1) }
    }

    private static func keys(_ path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.isEmpty ? ["no.key"] : parts
    }

    private func call(_ target: ModelValue, _ name: String, _ arguments: [Model]) throws -> ModelValue {
        func texts() throws -> [String] {
            try arguments.map { argument in
                guard case .string(let text) = try evaluate(argument) else { throw ModelError() }
                return text
            }
        }
        if case .place(let isAfter, let keys) = target {
            let value = value(isAfter, keys)
            switch name {
            case "val": return value
            case "exists": return .boolean(value != .null)
            case "child": return .place(isAfter: isAfter, keys + Self.keys(try texts()[0]))
            case "parent":
                guard !keys.isEmpty else { throw ModelError() }
                return .place(isAfter: isAfter, Array(keys.dropLast()))
            case "hasChild": return .boolean(self.value(isAfter, keys + Self.keys(try texts()[0])) != .null)
            case "hasChildren":
                guard let first = arguments.first, case .list(let parts) = first else {
                    if case .map = value { return .boolean(true) } else { return .boolean(false) }
                }
                var hasAll = true
                for part in parts {
                    guard case .string(let path) = try evaluate(part) else { throw ModelError() }
                    if self.value(isAfter, keys + Self.keys(path)) == .null { hasAll = false }
                }
                return .boolean(hasAll)
            case "isString": if case .string = value { return .boolean(true) } else { return .boolean(false) }
            case "isNumber": if case .number = value { return .boolean(true) } else { return .boolean(false) }
            case "isBoolean": if case .boolean = value { return .boolean(true) } else { return .boolean(false) }
            case "getPriority": return .null
            default: throw ModelError()
            }
        }
        guard case .string(let text) = target else { throw ModelError() }
        let parts = try texts()
        switch name {
        case "contains": return .boolean(parts[0].isEmpty || text.contains(parts[0]))
        case "beginsWith": return .boolean(text.hasPrefix(parts[0]))
        case "endsWith": return .boolean(text.hasSuffix(parts[0]))
        case "replace": return .string(parts[0].isEmpty ? text : text.replacing(parts[0], with: parts[1]))
        case "toLowerCase": return .string(text.lowercased())
        case "toUpperCase": return .string(text.uppercased())
        default: throw ModelError()
        }
    }
}
