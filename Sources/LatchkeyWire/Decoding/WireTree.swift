/// A JSON value before it is decoded as a specific type.
enum WireTree: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([WireTree])
    case object([String: WireTree])

    /// Parses JSON text. Throws ``WireDecodingError`` if it is invalid or exceeds a limit.
    init(json bytes: [UInt8], maxDepth: Int, repeatedMembers: WireDecoder.RepeatedMembers = WireDecoder.repeatedMembers) throws {
        var reader = WireTreeReader(bytes, maxDepth: maxDepth, repeatedMembers: repeatedMembers)
        self = try reader.read()
    }
}
