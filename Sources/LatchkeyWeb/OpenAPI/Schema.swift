/// The schema of a JSON value (JSON Schema 2020-12, as used by OpenAPI 3.1).
package indirect enum Schema: Equatable, Sendable {
    case any
    case boolean
    case integer
    case number
    case string
    case array(of: Schema)
    case map(to: Schema)
    /// A reference to a named object.
    case reference(String)
    case object([Member])
    case anyOf([Schema])

    package struct Member: Equatable, Sendable {
        package let name: String
        package let schema: Schema
        var isRequired: Bool
        /// A sentence in Markdown.
        var description: String?
    }

    static let componentPath = "#/components/schemas/"
}

extension Schema: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type
        case items
        case additionalProperties
        case properties
        case required
        case ref = "$ref"
        case anyOf
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .any: break
        case .boolean: try container.encode("boolean", forKey: .type)
        case .integer: try container.encode("integer", forKey: .type)
        case .number: try container.encode("number", forKey: .type)
        case .string: try container.encode("string", forKey: .type)
        case .array(let element):
            try container.encode("array", forKey: .type)
            try container.encode(element, forKey: .items)
        case .map(let value):
            try container.encode("object", forKey: .type)
            try container.encode(value, forKey: .additionalProperties)
        case .anyOf(let schemas): try container.encode(schemas, forKey: .anyOf)
        case .reference(let name): try container.encode(Self.componentPath + name, forKey: .ref)
        case .object(let members):
            try container.encode("object", forKey: .type)
            try container.encode(Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }), forKey: .properties)
            let required = members.filter(\.isRequired).map(\.name)
            if !required.isEmpty { try container.encode(required, forKey: .required) }
        }
    }
}

/// The schema with the description beside its other keywords, which OpenAPI 3.1 allows beside a reference too.
extension Schema.Member: Encodable {
    private enum CodingKeys: String, CodingKey { case description }

    package func encode(to encoder: any Encoder) throws {
        try schema.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(description, forKey: .description)
    }
}
