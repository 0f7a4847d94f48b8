/// An error for an invalid query. The description is sent to clients.
public enum QueryError: Error, Equatable {
    case orderMissing
    case order
    /// A bound that is not JSON or not a scalar.
    case value(String)
    case key(String)
    /// A bound with a second key in the order by key.
    case keyTwice(String)
    case keyIsNoString(String)
    case priority(String)
    case twoStarts
    case twoEnds
    case equalToAndOthers
    case twoLimits
    case limitIsNoInteger(String)
    case limit(String)
    case shallow(String)
    case syntax
    case viewFrom
}

extension QueryError: CustomStringConvertible {
    /// The error message for clients.
    public var description: String {
        switch self {
        case .orderMissing: "orderBy must be defined when other query parameters are defined"
        case .order: "orderBy must be a valid JSON encoded path"
        case .value: "Constraint index field must be a JSON primitive"
        case .key(let name): "\(name) has a key that is not a string or is longer than \(Query.maxBoundKeyBytes) bytes"
        case .keyTwice(let name): "\(name) takes no second key when orderBy is \"$key\""
        case .keyIsNoString(let name): "\(name) must be a string when orderBy is \"$key\""
        case .priority(let name): "\(name) must be null, a number or a string when orderBy is \"$priority\""
        case .twoStarts: "Only one of startAt and startAfter may be specified"
        case .twoEnds: "Only one of endAt and endBefore may be specified"
        case .equalToAndOthers: "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
        case .twoLimits: "Only one of limitToFirst and limitToLast may be specified"
        case .limitIsNoInteger(let name): "\(name) must be an integer"
        case .limit(let name): "\(name) must be positive"
        case .shallow(let name): "\(name) cannot be combined with shallow"
        case .syntax: "The query is not an object of single values"
        case .viewFrom: "A limit is counted from \"l\" or \"r\""
        }
    }
}
