import LatchkeyTree

/// A place in the database, or among what the client knows about itself: `.info` is no key that data could have.
struct Location: Hashable, Sendable {
    var tree = Tree.data
    var path: TreePath

    enum Tree: Sendable {
        case data, info
    }

    /// What `.info` is called in paths.
    static let infoName = ".info"

    /// - Parameter text: with slashes between keys; `.info` may be the first.
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
