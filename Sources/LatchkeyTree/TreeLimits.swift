/// The limits of a tree, as in Firebase.
public struct TreeLimits: Sendable {
    /// The maximum number of keys between the root and a leaf.
    public var maxDepth = 32
    /// The maximum size of a string in bytes of UTF-8.
    public var maxStringBytes = 10 * 1024 * 1024
    /// The maximum number of values and objects in one read, including nulls. Each takes about 50 bytes of memory and as little as two
    /// bytes of text.
    public var maxNodes = Int.max

    /// The default limits.
    public static let standard = TreeLimits()

    /// The limits for requests of users who are not administrators, including anonymous requests.
    public static let oneRequest = {
        var limits = TreeLimits()
        limits.maxNodes = 500_000
        return limits
    }()

    /// The limits for stored data. They are higher, so that data accepted in the past can still be read.
    public static let stored = {
        var limits = TreeLimits()
        limits.maxDepth *= 4
        limits.maxStringBytes = 1024 * 1024 * 1024
        return limits
    }()

    /// Creates the default limits.
    public init() {}

    /// Returns the limits for a node at a path. The keys of the path count toward the maximum depth.
    public func below(_ path: TreePath) -> TreeLimits {
        var limits = self
        limits.maxDepth = max(0, maxDepth - path.keys.count)
        return limits
    }
}
