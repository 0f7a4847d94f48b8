// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A place in the tree: the keys on the way from the root.
public struct TreePath: Hashable, Sendable {
    public var keys: [ChildKey]

    public static let root = TreePath(keys: [])

    public init(keys: some Sequence<ChildKey>) {
        self.keys = Array(keys)
    }

    /// A path from text with slashes; empty parts are dropped, as Firebase's server does.
    ///
    /// - Throws: `TreeError` for a part that cannot be a key.
    public init(_ text: some StringProtocol) throws(TreeError) {
        var keys: [ChildKey] = []
        for part in text.split(separator: "/", omittingEmptySubsequences: true) {
            guard let key = ChildKey(String(part)) else { throw .key(String(part)) }
            keys.append(key)
        }
        self.init(keys: keys)
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
