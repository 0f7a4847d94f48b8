/// A location in a tree: the keys from the root.
public struct TreePath: Hashable, Sendable {
    /// The keys from the root.
    public var keys: [ChildKey]

    /// The root of the tree.
    public static let root = TreePath(keys: [])

    /// Creates a path from keys.
    public init(keys: some Sequence<ChildKey>) {
        self.keys = Array(keys)
    }

    /// The maximum number of keys in a path, which is the maximum depth of a leaf.
    public static let maxKeys = TreeLimits.standard.maxDepth

    /// Parses a path with slashes. Empty parts are ignored, as by Firebase's server.
    ///
    /// - Throws: ``TreeError`` for an invalid key, or for more keys than ``maxKeys``.
    public init(_ text: some StringProtocol) throws(TreeError) {
        var text = String(text)
        let result = text.withUTF8 { bytes in Result { () throws(TreeError) in try Self.keys(bytes) } }
        self.init(keys: try result.get())
    }

    /// Splits a path into keys. It works on bytes, because Swift merges a slash and a combining accent into one character. It does not
    /// create an array of all parts, which would take many times the size of a long text.
    private static func keys(_ bytes: UnsafeBufferPointer<UInt8>) throws(TreeError) -> [ChildKey] {
        var keys: [ChildKey] = []
        var start = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "/") { end += 1 }
            if end > start {
                guard keys.count < maxKeys else { throw .depth(max: maxKeys) }
                let part = String(decoding: bytes[start..<end], as: UTF8.self)
                guard let key = ChildKey(part) else { throw .key(part) }
                keys.append(key)
            }
            start = end + 1
        }
        return keys
    }

    /// Whether this is the root.
    public var isRoot: Bool { keys.isEmpty }

    /// The parent location; nil for the root.
    public var parent: TreePath? {
        isRoot ? nil : TreePath(keys: keys.dropLast())
    }

    /// Returns the path of a child.
    public func appending(_ key: ChildKey) -> TreePath {
        var path = self
        path.keys.append(key)
        return path
    }

    /// Returns the path of a descendant.
    public func appending(_ path: TreePath) -> TreePath {
        TreePath(keys: keys + path.keys)
    }

    /// Whether another location is this one or a descendant of it.
    public func contains(_ other: TreePath) -> Bool {
        other.keys.starts(with: keys)
    }
}

extension TreePath: CustomStringConvertible {
    /// The path with a slash before every key. The root is `/`.
    public var description: String {
        isRoot ? "/" : keys.map { "/\($0.text)" }.joined()
    }
}
