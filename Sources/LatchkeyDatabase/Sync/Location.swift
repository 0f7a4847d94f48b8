import LatchkeyTree

/// A location in the database, or in the client's own data under `.info`, which is not a valid key for other data.
struct Location: Hashable, Sendable {
    var tree = Tree.data
    var path: TreePath

    enum Tree: Sendable {
        case data, info
    }

    /// The name of `.info` in paths.
    static let infoName = ".info"

    /// Parses a path.
    ///
    /// - Parameter text: The keys with slashes between them. The first may be `.info`.
    init(_ text: String) throws(TreeError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        if let first = parts.first, first.elementsEqual(Self.infoName.utf8) {
            tree = .info
            path = try TreePath(parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))
        } else {
            path = try TreePath(text)
        }
    }

    init(tree: Tree = .data, path: TreePath) {
        self.tree = tree
        self.path = path
    }
}

extension Location: CustomStringConvertible {
    var description: String {
        guard tree == .info else { return path.description }
        return "/\(Self.infoName)\(path.isRoot ? "" : path.description)"
    }
}
