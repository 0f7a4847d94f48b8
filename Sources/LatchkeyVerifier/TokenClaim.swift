/// The value of a claim: any JSON value.
public enum TokenClaim: Sendable, Equatable, Decodable {
    /// A JSON null.
    case null
    /// A JSON Boolean.
    case bool(Bool)
    /// A JSON number without a fraction that fits into 64 bits.
    case integer(Int64)
    /// Any other JSON number.
    case double(Double)
    /// A JSON string.
    case string(String)
    /// A JSON array.
    case array([TokenClaim])
    /// A JSON object.
    case object([String: TokenClaim])

    /// Decodes any JSON value.
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

    /// The string value; `nil` for any other type.
    public var text: String? { if case .string(let value) = self { value } else { nil } }
    /// The Boolean value; `nil` for any other type.
    public var flag: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The numeric value; `nil` for any other type.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
    /// The members of an object; `nil` for any other type.
    public var members: [String: TokenClaim]? { if case .object(let value) = self { value } else { nil } }
}
