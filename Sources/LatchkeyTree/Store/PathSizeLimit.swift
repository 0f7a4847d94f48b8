/// The maximum size of each location with a path that matches a pattern, such as `/users/$uid`.
public struct PathSizeLimit: Equatable, Sendable {
    /// The keys of the pattern; nil matches any key.
    public let keys: [ChildKey?]
    /// The pattern as text.
    public let pattern: String
    /// The limit in bytes, as ``Node/estimatedBytes`` counts.
    public let maxBytes: Int

    /// The maximum number of limits for a database.
    public static let maxCount = 32
    /// The valid limits in bytes.
    public static let range = 1024...(1 << 47)

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - pattern: Keys with a slash before each. `$name` matches any key, as in Security Rules.
    ///   - maxBytes: The limit in bytes.
    /// - Returns: nil if the pattern has no key, more keys than a path may have, or an invalid part, or if the limit is outside of
    ///   ``range``.
    public init?(_ pattern: String, maxBytes: Int) {
        // An empty part is an error: in double quotes, shells replace $uid with nothing.
        let parts = (pattern.hasPrefix("/") ? pattern.dropFirst() : pattern[...])
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...TreePath.maxKeys).contains(parts.count), Self.range.contains(maxBytes) else { return nil }
        var keys: [ChildKey?] = []
        for part in parts {
            let isVariable = part.first == "$"
            guard let key = ChildKey(isVariable ? String(part.dropFirst()) : part) else { return nil }
            keys.append(isVariable ? nil : key)
        }
        self.keys = keys
        self.pattern = "/" + parts.joined(separator: "/")
        self.maxBytes = maxBytes
    }
}

/// The limits for locations of one database, in the order of their patterns.
///
/// The JSON form is an object with the bytes for each pattern, `{"/users/$uid": 10485760}`.
public struct PathSizeLimits: Equatable, Sendable {
    /// The limits in the order of their patterns.
    public let limits: [PathSizeLimit]

    /// No limits.
    public static let none = PathSizeLimits([])
    /// 10 MB for each `/users/$uid`, because the rules of a new project let every signed-in user write their own.
    public static let ownUsers = PathSizeLimits([PathSizeLimit("/users/$uid", maxBytes: 10 << 20)].compactMap(\.self))

    init(_ limits: [PathSizeLimit]) {
        self.limits = limits
    }

    /// Creates limits from the bytes for each pattern.
    ///
    /// - Throws: ``PathSizeLimitError`` that describes the problem.
    public init(_ bytes: [String: Int]) throws(PathSizeLimitError) {
        var limits: [PathSizeLimit] = []
        for (pattern, bytes) in bytes {
            guard let limit = PathSizeLimit(pattern, maxBytes: bytes) else { throw PathSizeLimitError(pattern: pattern) }
            limits.append(limit)
        }
        guard limits.count <= PathSizeLimit.maxCount else { throw PathSizeLimitError(pattern: nil) }
        self.init(limits.sorted { $0.pattern < $1.pattern })
    }

    /// The bytes for each pattern.
    public var bytes: [String: Int] {
        Dictionary(limits.map { ($0.pattern, $0.maxBytes) }) { $1 }
    }
}

extension PathSizeLimits: Codable {
    /// Decodes limits from an object with the bytes for each pattern.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode([String: Int].self))
    }

    /// Encodes limits as an object with the bytes for each pattern.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }
}

/// An error for an invalid pattern or limit. Without a pattern, there are too many limits.
public struct PathSizeLimitError: Error, Equatable, CustomStringConvertible {
    let pattern: String?

    /// A sentence for operators.
    public var description: String {
        guard let pattern else { return "A database has at most \(PathSizeLimit.maxCount) limits for paths." }
        let name = String(pattern.unicodeScalars.prefix(64))
        return "The limit for \(name) is not valid. Use a path such as /users/$uid, where $uid matches any key, and a size of at least "
            + "\(PathSizeLimit.range.lowerBound) bytes. In a shell, write the path in single quotes."
    }
}
