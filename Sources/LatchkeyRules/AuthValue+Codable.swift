/// Plain JSON, for values that are stored. The order of members is not preserved.
extension AuthValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            self = .map(try container.allKeys.map { ($0.stringValue, try container.decode(AuthValue.self, forKey: $0)) }.asMembers)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [AuthValue] = []
            while !container.isAtEnd { elements.append(try container.decode(AuthValue.self)) }
            self = .list(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .boolean(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    /// Encodes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .map(let members):
            var container = encoder.container(keyedBy: Name.self)
            for name in members.allNames { try container.encode(members[name], forKey: Name(name)) }
        case .list(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension [(String, AuthValue)] {
    fileprivate var asMembers: AuthMembers { AuthMembers(self) }
}
