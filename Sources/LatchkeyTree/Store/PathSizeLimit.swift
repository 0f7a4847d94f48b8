// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// How large each place may become whose path fits a pattern, such as `/users/$uid`.
public struct PathSizeLimit: Equatable, Sendable {
    /// The keys of the pattern; nil stands for any key.
    public let keys: [ChildKey?]
    /// The pattern as it was written.
    public let pattern: String
    /// As ``Node/estimatedBytes`` counts.
    public let maxBytes: Int

    /// How many of them a database may have.
    public static let maxCount = 32
    public static let range = 1024...(1 << 47)

    /// - Parameter pattern: keys with a slash before each; `$name` stands for any key, as in Security Rules.
    /// - Returns: nil for a pattern without a key or with more than a path may have, for one with a part that is neither, and for a limit
    ///   outside of ``range``.
    public init?(_ pattern: String, maxBytes: Int) {
        let parts = pattern.split(separator: "/").map(String.init)
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

/// The limits for places of one database, in the order of their patterns.
///
/// As JSON an object with the bytes for each pattern, `{"/users/$uid": 10485760}`.
public struct PathSizeLimits: Equatable, Sendable {
    public let limits: [PathSizeLimit]

    public static let none = PathSizeLimits([])
    /// 10 MB for each `/users/$uid`, which the rules of a new project let every signed-in user write.
    public static let ownUsers = PathSizeLimits([PathSizeLimit("/users/$uid", maxBytes: 10 << 20)].compactMap(\.self))

    init(_ limits: [PathSizeLimit]) {
        self.limits = limits
    }

    /// - Throws: ``PathSizeLimitError`` with what is wrong.
    public init(_ bytes: [String: Int]) throws(PathSizeLimitError) {
        var limits: [PathSizeLimit] = []
        for (pattern, bytes) in bytes {
            guard let limit = PathSizeLimit(pattern, maxBytes: bytes) else { throw PathSizeLimitError(pattern: pattern) }
            limits.append(limit)
        }
        guard limits.count <= PathSizeLimit.maxCount else { throw PathSizeLimitError(pattern: nil) }
        self.init(limits.sorted { $0.pattern < $1.pattern })
    }

    public var bytes: [String: Int] {
        Dictionary(limits.map { ($0.pattern, $0.maxBytes) }) { $1 }
    }
}

extension PathSizeLimits: Codable {
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode([String: Int].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }
}

/// A pattern or its limit is wrong; without a pattern there are too many.
public struct PathSizeLimitError: Error, Equatable, CustomStringConvertible {
    let pattern: String?

    public var description: String {
        guard let pattern else { return "A database has at most \(PathSizeLimit.maxCount) limits for paths." }
        let name = String(pattern.unicodeScalars.prefix(64))
        return "The limit for \(name) is not valid. Use a path such as /users/$uid, where $uid matches any key, and a size of at least "
            + "\(PathSizeLimit.range.lowerBound) bytes."
    }
}
