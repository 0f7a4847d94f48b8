import LatchkeySecrets

/// Derives JSON schemas from Swift types, so that the document always matches the code.
///
/// A type is initialized from a decoder that records the requested members.
package struct SchemaBook {
    package init() {}

    /// The named schemas, without what only some calls require.
    private var found: [String: Schema] = [:]
    private var required: [String: Set<String>] = [:]

    /// The named schemas.
    package var components: [String: Schema] {
        found.reduce(into: [:]) { components, entry in
            guard case .object(let members) = entry.value, let names = required[entry.key] else {
                components[entry.key] = entry.value
                return
            }
            components[entry.key] = .object(
                members.map { member in
                    var member = member
                    member.isRequired = member.isRequired || names.contains(member.name)
                    return member
                })
        }
    }

    /// Returns the schema of a type. Objects are added to ``components`` and referenced.
    package mutating func schema(of type: any Decodable.Type) -> Schema {
        switch type {
        case is Bool.Type: return .boolean
        case is Int.Type, is Int64.Type: return .integer
        case is Double.Type: return .number
        case is String.Type: return .string
        case is AnyJSON.Type: return .any
        case let list as any ListType.Type: return .array(of: schema(of: list.elementType))
        case let map as any MapType.Type: return .map(to: schema(of: map.valueType))
        default: return named(type)
        }
    }

    /// Returns the schema of a body whose optional members are required. Of calls that share a type, it is what all of them require.
    package mutating func schema(of type: any Decodable.Type, requiring names: Set<String>) -> Schema {
        let schema = schema(of: type)
        if case .reference(let name) = schema { required[name] = required[name].map { $0.intersection(names) } ?? names }
        return schema
    }

    private mutating func named(_ type: any Decodable.Type) -> Schema {
        let name = Self.name(of: type)
        if found[name] != nil { return .reference(name) }
        let notes = SchemaNotes()
        // Only the recorded members matter; decoding may fail.
        _ = try? type.init(from: SchemaDecoder(notes: notes))
        if notes.isText { return .string }
        guard !notes.members.isEmpty else { return .any }
        // Reserves the name before the members are visited, because one of them may have the same type.
        found[name] = .any
        found[name] = .object(
            notes.members.map { member in
                Schema.Member(
                    name: member.name, schema: schema(of: member.type), isRequired: member.isRequired,
                    description: MemberWords.description(of: member.name, in: name))
            })
        return .reference(name)
    }

    /// Returns the name of a type with its enclosing types and without its module: `MfaConfig.ProviderConfig`.
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
