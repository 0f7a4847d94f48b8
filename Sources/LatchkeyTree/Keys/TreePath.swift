/// A place in the tree: the keys on the way from the root.
public struct TreePath: Hashable, Sendable {
    public var keys: [ChildKey]

    public static let root = TreePath(keys: [])

    public init(keys: some Sequence<ChildKey>) {
        self.keys = Array(keys)
    }

    /// How many keys a path may have: as many as there can be between the root and a leaf.
    public static let maxKeys = TreeLimits.standard.maxDepth

    /// A path from text with slashes; empty parts are dropped, as Firebase's server does.
    ///
    /// - Throws: `TreeError` for a part that cannot be a key, and for more parts than a tree has levels.
    public init(_ text: some StringProtocol) throws(TreeError) {
        var text = String(text)
        let result = text.withUTF8 { bytes in Result { () throws(TreeError) in try Self.keys(bytes) } }
        self.init(keys: try result.get())
    }

    /// By bytes: a slash with an accent after it is one character to Swift, and a slash all the same. One part after the other: a list of
    /// the parts of a long text would take many times its size.
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

    public var isRoot: Bool { keys.isEmpty }

    /// The place above, unless this is the root.
    public var parent: TreePath? {
        isRoot ? nil : TreePath(keys: keys.dropLast())
    }

    public func appending(_ key: ChildKey) -> TreePath {
        var path = self
        path.keys.append(key)
        return path
    }

    public func appending(_ path: TreePath) -> TreePath {
        TreePath(keys: keys + path.keys)
    }

    /// Whether the other place is this one or lies below it.
    public func contains(_ other: TreePath) -> Bool {
        other.keys.starts(with: keys)
    }
}

extension TreePath: CustomStringConvertible {
    /// With a slash before every key; the root is `/`.
    public var description: String {
        isRoot ? "/" : keys.map { "/\($0.text)" }.joined()
    }
}
