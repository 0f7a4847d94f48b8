import LatchkeySecrets

/// A decoder for request and response bodies that is as lenient as Google's servers.
///
/// It accepts member names in camelCase and in snake_case at every depth, numbers for strings and strings of digits for numbers. Null
/// counts as an absent member, and unknown members are ignored. The keys of maps are not changed. It rejects a member that appears twice in
/// one object, in the same or in another spelling.
public enum WireDecoder {
    /// The handling of an object with a repeated member, which RFC 8259, section 4, does not define.
    public enum RepeatedMembers: Sendable {
        /// The body is rejected.
        case refused
        /// The last one is used, as in JavaScript's `JSON.parse`.
        case lastCounts
    }

    /// The handling of repeated members in the current task. Only an emulator changes it, to accept what the Firebase Auth Emulator
    /// accepts.
    @TaskLocal public static var repeatedMembers = RepeatedMembers.refused

    /// The default maximum size of a body, in bytes.
    public static let defaultMaxBytes = 1_048_576
    /// The maximum nesting depth of a body.
    public static let maxDepth = 32

    /// Decodes a JSON body. An empty body counts as `{}`.
    ///
    /// - Throws: ``WireDecodingError``, which contains the path of the invalid member.
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], maxBytes: Int = defaultMaxBytes
    ) throws -> Value {
        try check(bytes, maxBytes)
        return try decode(type, tree: bytes.isEmpty ? .object([:]) : tree(of: bytes))
    }

    /// Decodes a form body (`application/x-www-form-urlencoded`), which the JavaScript client sends to the token endpoint.
    ///
    /// - Throws: ``WireDecodingError``, which contains the path of the invalid member.
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

    /// Parses a body that is not empty.
    static func tree(of bytes: [UInt8]) throws(WireDecodingError) -> AnyJSON {
        do {
            return try AnyJSON(json: bytes, maxDepth: maxDepth, refusesRepeated: repeatedMembers == .refused)
        } catch {
            throw WireDecodingError(error)
        }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, tree: AnyJSON) throws -> Value {
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
