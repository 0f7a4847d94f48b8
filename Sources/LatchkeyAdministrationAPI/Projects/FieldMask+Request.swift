import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
package import LatchkeyWire

extension Request {
    /// Returns the field mask of a `PATCH` request.
    package func fieldMask(over body: [UInt8]) throws -> FieldMask {
        let query = uri.queryParameters
        let masks = query[values: "updateMask"] + query[values: "update_mask"]
        guard masks.count <= 1 else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "updateMask stands once, with commas between its names.")
        }
        return try FieldMask(masks.first.map(String.init), body: body)
    }
}

extension FieldMask {
    /// Rejects unknown and read-only fields at any depth, because a change that has no effect must not look successful. A request that
    /// creates a resource has no `updateMask`: its fields are those of `FieldMask(nil, body:)`.
    ///
    /// - Parameters:
    ///   - known: The fields that can be set.
    ///   - shown: A read-only field, which the body may repeat but the mask may not name.
    ///   - type: The type of the resource.
    /// - Throws: ``SignInError`` with `INVALID_ARGUMENT`.
    func require(_ known: Set<String>, shown: [String]? = nil, of type: any Decodable.Type, from caller: AdminCaller) throws {
        // Google's emulator ignores unknown names.
        if caller.caller.project.policies.isLenient { return }
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
            message: "\(stranger.prefix(64)) cannot be set here; \(known.sorted().joined(separator: ", ")) can.")
    }
}

extension SchemaBook {
    /// Returns whether a schema has a member at a path.
    ///
    /// - Parameter further: The result for a path below a value without members. A body of this form has the wrong type, which decoding
    ///   reports.
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
