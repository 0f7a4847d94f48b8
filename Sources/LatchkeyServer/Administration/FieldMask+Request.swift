import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

extension Request {
    /// What a `PATCH` changes.
    func fieldMask(over body: [UInt8]) throws -> FieldMask {
        let query = uri.queryParameters
        let masks = query[values: "updateMask"] + query[values: "update_mask"]
        guard masks.count <= 1 else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "updateMask stands once, with commas between its names.")
        }
        return try FieldMask(masks.first.map(String.init), body: body)
    }
}

extension FieldMask {
    /// Refuses what cannot be changed or is not there, however deep: a change that is not made must not look as if it were.
    ///
    /// - Parameters:
    ///   - known: What can be changed.
    ///   - shown: What may be sent back as it was shown, but not be named.
    ///   - type: What the resource has.
    /// - Throws: ``SignInError`` with `INVALID_ARGUMENT`.
    func require(_ known: Set<String>, shown: [String]? = nil, of type: any Decodable.Type, from caller: AdminCaller) throws {
        // Google's emulator passes over names that it does not know.
        if caller.caller.project.policies == .emulator { return }
        var book = SchemaBook()
        let schema = book.schema(of: type)
        let missing =
            paths.first { path in
                let isNamed = !isOfBody && shown.map { path.starts(with: $0) } ?? false
                return isNamed || !book.has(path[...], in: schema, orElse: isOfBody)
            } ?? sent.first { !book.has($0[...], in: schema, orElse: true) }
        guard let stranger = stranger(to: known) ?? missing?.joined(separator: ".") else { return }
        throw SignInError(
            .init(rawValue: "INVALID_ARGUMENT"),
            message: "\(stranger.prefix(64)) cannot be changed here; \(known.sorted().joined(separator: ", ")) can.")
    }
}

extension SchemaBook {
    /// Whether a schema has something at a path.
    ///
    /// - Parameter further: What to say below something that has no members: a body of such a form has the wrong type, which is told
    ///   when it is read.
    fileprivate func has(_ path: ArraySlice<String>, in schema: Schema, orElse further: Bool) -> Bool {
        guard let name = path.first else { return true }
        let rest = path.dropFirst()
        return switch schema {
        case .any: true
        case .reference(let component): components[component].map { has(path, in: $0, orElse: further) } ?? false
        case .object(let members): members.first { $0.name == name }.map { has(rest, in: $0.schema, orElse: further) } ?? false
        case .map(let value): has(rest, in: value, orElse: further)
        case .anyOf(let schemas): schemas.contains { has(path, in: $0, orElse: further) }
        case .boolean, .integer, .number, .string, .array: further
        }
    }
}
