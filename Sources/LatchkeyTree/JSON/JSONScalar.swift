/// A JSON value that is neither an array nor an object.
public enum JSONScalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
}
