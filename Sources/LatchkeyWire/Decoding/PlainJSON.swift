import LatchkeySecrets

/// A converter from JSON text to Swift values, for profiles and claims of unknown structure.
package enum PlainJSON {
    /// Returns the members of an object as `String`, `Bool`, `Int`, `Double`, and arrays and dictionaries of these. Nulls are omitted.
    ///
    /// - Returns: `nil` if the text is not a JSON object or is nested deeper than 32 levels.
    package static func object(_ text: some Sequence<UInt8>) -> [String: any Sendable]? {
        // The result is only displayed, so a profile with a repeated member is acceptable.
        let tree = try? AnyJSON(json: Array(text), maxDepth: WireDecoder.maxDepth, refusesRepeated: false)
        guard let tree, case .object = tree else {
            return nil
        }
        return value(tree) as? [String: any Sendable]
    }

    private static func value(_ tree: AnyJSON) -> (any Sendable)? {
        switch tree {
        case .null: nil
        case .bool(let flag): flag
        case .integer(let number): Int(number)
        case .number(let number): Int(exactly: number) ?? number
        case .string(let text): text
        case .array(let elements): elements.compactMap(value)
        case .object(let members): members.compactMapValues(value)
        }
    }
}
