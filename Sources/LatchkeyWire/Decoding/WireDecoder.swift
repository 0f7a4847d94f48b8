/// Reads bodies as leniently as Google's servers do.
///
/// Member names count in camelCase and in snake_case at every depth, a number stands for a string and a string of digits for
/// a number, null stands for an absent member, and unknown members are passed over. The keys of maps stay as they came.
/// Refuses a member that appears twice in one object, in the same or in another spelling.
public enum WireDecoder {
    /// How to handle an object with a repeated member. RFC 8259, section 4, does not define it.
    public enum RepeatedMembers: Sendable {
        /// The body is refused.
        case refused
        /// The last one is used, as in JavaScript's `JSON.parse`.
        case lastCounts
    }

    /// How the current task handles repeated members. Only an emulator changes it, to accept what the Firebase Auth Emulator accepts.
    @TaskLocal public static var repeatedMembers = RepeatedMembers.refused

    /// How long a body may be unless the caller says otherwise, in bytes.
    public static let defaultMaxBytes = 1_048_576
    /// How deep a body may nest.
    public static let maxDepth = 32

    /// Reads a JSON body; an empty one counts as `{}`.
    ///
    /// - Throws: ``WireDecodingError``, which names the member that is wrong.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], maxBytes: Int = defaultMaxBytes
    ) throws -> Value {
        try check(bytes, maxBytes)
        return try decode(type, tree: bytes.isEmpty ? .object([:]) : WireTree(json: bytes, maxDepth: maxDepth))
    }

    /// Reads a form body (`application/x-www-form-urlencoded`), as the JavaScript client sends to the token endpoint.
    ///
    /// - Throws: ``WireDecodingError``, which names the member that is wrong.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, fromForm bytes: [UInt8], maxBytes: Int = defaultMaxBytes
    ) throws -> Value {
        try check(bytes, maxBytes)
        return try decode(type, tree: FormText.tree(of: bytes))
    }

    private static func check(_ bytes: [UInt8], _ maxBytes: Int) throws {
        guard bytes.count <= maxBytes else {
            throw WireDecodingError(.limit, problem: "is longer than \(maxBytes) bytes.")
        }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, tree: WireTree) throws -> Value {
        do {
            return try WireTreeDecoder(tree: tree, codingPath: []).decode(type)
        } catch let error as DecodingError {
            throw WireDecodingError(.field, at: error.codingPath, problem: "is not acceptable.")
        }
    }
}

extension DecodingError {
    fileprivate var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    }
}
