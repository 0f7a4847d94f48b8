/// The type of an expression as known before the evaluation.
enum StaticType: Equatable {
    case null, boolean, number, string
    /// A string, number, boolean or null, or the map that is an object's `val()`. Only the evaluation shows which.
    case primitive
    /// A value in `auth`.
    case any
    case snapshot, query
    /// A regular expression or list, which only certain methods accept.
    case pattern, array
    /// A method without a call.
    case function
    /// An expression with an error that has been reported.
    case invalid

    /// Whether the type is known only during the evaluation.
    var isFuzzy: Bool { self == .primitive || self == .any || self == .invalid }

    /// Whether the type is or may be a JSON value.
    var isValue: Bool {
        switch self {
        case .null, .boolean, .number, .string, .primitive, .any, .invalid: true
        case .snapshot, .query, .pattern, .array, .function: false
        }
    }

    func canBe(_ type: StaticType) -> Bool { self == type || isFuzzy }

    /// The name of the type in messages.
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
