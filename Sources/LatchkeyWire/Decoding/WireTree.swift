/// A JSON value as it came in, before anything is known about the type it shall become.
enum WireTree: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([WireTree])
    case object([String: WireTree])

    /// Reads JSON text; throws ``WireDecodingError`` when it is none or breaks a limit.
    init(json bytes: [UInt8], maxDepth: Int, repeatedMembers: WireDecoder.RepeatedMembers = WireDecoder.repeatedMembers) throws {
        var reader = WireTreeReader(bytes, maxDepth: maxDepth, repeatedMembers: repeatedMembers)
        self = try reader.read()
    }
}
