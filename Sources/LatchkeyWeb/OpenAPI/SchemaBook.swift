/// Finds out what the JSON of Swift's types looks like, so that the document can never say anything else than the code.
///
/// A type is asked to decode itself from a decoder that writes down what it is asked for.
package struct SchemaBook {
    package init() {}

    /// What has a name, by it.
    package private(set) var components: [String: Schema] = [:]

    /// The schema of a type; objects are entered into the book and referred to.
    package mutating func schema(of type: any Decodable.Type) -> Schema {
        switch type {
        case is Bool.Type: return .boolean
        case is Int.Type, is Int64.Type: return .integer
        case is Double.Type: return .number
        case is String.Type: return .string
        case let list as any ListType.Type: return .array(of: schema(of: list.elementType))
        case let map as any MapType.Type: return .map(to: schema(of: map.valueType))
        default: return named(type)
        }
    }

    private mutating func named(_ type: any Decodable.Type) -> Schema {
        let name = Self.name(of: type)
        if components[name] != nil { return .reference(name) }
        let notes = SchemaNotes()
        // What is asked for counts, and not whether a value comes of it.
        _ = try? type.init(from: SchemaDecoder(notes: notes))
        if notes.isText { return .string }
        guard !notes.members.isEmpty else { return .any }
        // Before its members, one of which may be of the same type.
        components[name] = .any
        components[name] = .object(
            notes.members.map { Schema.Member(name: $0.name, schema: schema(of: $0.type), isRequired: $0.isRequired) })
        return .reference(name)
    }

    /// With the types around it and without its module: `MfaConfig.ProviderConfig`.
    private static func name(of type: any Decodable.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }
}

private protocol ListType {
    static var elementType: any Decodable.Type { get }
}

extension Array: ListType where Element: Decodable {
    fileprivate static var elementType: any Decodable.Type { Element.self }
}

private protocol MapType {
    static var valueType: any Decodable.Type { get }
}

extension Dictionary: MapType where Key == String, Value: Decodable {
    fileprivate static var valueType: any Decodable.Type { Value.self }
}
