/// The value of a claim: any JSON.
public enum TokenClaim: Sendable, Equatable, Decodable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([TokenClaim])
    case object([String: TokenClaim])

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([TokenClaim].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: TokenClaim].self))
        }
    }

    /// The text; `nil` for anything else.
    public var text: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value; `nil` for anything else.
    public var flag: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number; `nil` for anything else.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
    /// The members; `nil` for anything else.
    public var members: [String: TokenClaim]? { if case .object(let value) = self { value } else { nil } }
}
