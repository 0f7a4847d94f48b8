/// What a tree may hold, as Firebase limits it.
public struct TreeLimits: Sendable {
    /// How many keys there may be between the root and a leaf.
    public var maxDepth = 32
    /// Bytes of UTF-8 in one string.
    public var maxStringBytes = 10 * 1024 * 1024
    /// Values and objects in what is read at once, nulls too: each takes some fifty bytes of memory, and may be two bytes of text.
    public var maxNodes = Int.max

    public static let standard = TreeLimits()

    /// For what somebody sends who is no administrator, and perhaps nobody.
    public static let oneRequest = {
        var limits = TreeLimits()
        limits.maxNodes = 500_000
        return limits
    }()

    /// For what the server itself wrote down: what was taken once is read again, whatever is taken today.
    public static let stored = {
        var limits = TreeLimits()
        limits.maxDepth *= 4
        limits.maxStringBytes = 1024 * 1024 * 1024
        return limits
    }()

    public init() {}

    /// What is left for a node that shall stand at a path: the keys of the path count as well.
    public func below(_ path: TreePath) -> TreeLimits {
        var limits = self
        limits.maxDepth = max(0, maxDepth - path.keys.count)
        return limits
    }
}
