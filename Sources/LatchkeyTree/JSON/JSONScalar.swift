/// A value of JSON that holds no others.
public enum JSONScalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
}
