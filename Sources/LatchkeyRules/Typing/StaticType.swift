/// What is known about the value of an expression before it is evaluated.
enum StaticType: Equatable {
    case null, boolean, number, string
    /// A string, number, boolean or null, or the map that an object's `val()` is: only the evaluation tells.
    case primitive
    /// Something in `auth`.
    case any
    case snapshot, query
    /// A regular expression or list, which only certain methods take.
    case pattern, array
    /// A method that is not called.
    case function
    /// Of an expression with an error in it that was told already.
    case invalid

    /// Whether only the evaluation tells what it is.
    var isFuzzy: Bool { self == .primitive || self == .any || self == .invalid }

    /// Whether it is a value of JSON, or may be one.
    var isValue: Bool {
        switch self {
        case .null, .boolean, .number, .string, .primitive, .any, .invalid: true
        case .snapshot, .query, .pattern, .array, .function: false
        }
    }

    func canBe(_ type: StaticType) -> Bool { self == type || isFuzzy }

    /// What a message calls it.
    var name: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "string"
        case .primitive: "a value of the database"
        case .any: "a value of auth"
        case .snapshot: "RuleDataSnapshot"
        case .query: "Query"
        case .pattern: "RegExp"
        case .array: "array"
        case .function: "function"
        case .invalid: "unknown"
        }
    }
}
