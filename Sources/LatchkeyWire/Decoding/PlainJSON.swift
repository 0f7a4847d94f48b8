/// JSON text as ordinary Swift values, for profiles and claims whose shape nobody knows beforehand.
package enum PlainJSON {
    /// The members of an object: `String`, `Bool`, `Int`, `Double`, arrays and dictionaries of these; nulls are left out.
    ///
    /// - Returns: `nil` when the text is no JSON object or nests deeper than 32 levels.
    package static func object(_ text: some Sequence<UInt8>) -> [String: any Sendable]? {
        // For display only: a profile with a repeated member is better than none.
        let tree = try? WireTree(json: Array(text), maxDepth: WireDecoder.maxDepth, repeatedMembers: .lastCounts)
        guard let tree, case .object = tree else {
            return nil
        }
        return value(tree) as? [String: any Sendable]
    }

    private static func value(_ tree: WireTree) -> (any Sendable)? {
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
