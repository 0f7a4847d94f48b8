// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What a tree may hold, as Firebase limits it.
public struct TreeLimits: Sendable {
    /// How many keys there may be between the root and a leaf.
    public var maxDepth = 32
    /// Bytes of UTF-8 in one string.
    public var maxStringBytes = 10 * 1024 * 1024

    public static let standard = TreeLimits()

    public init() {}

    /// What is left for a node that shall stand at a path: the keys of the path count as well.
    public func below(_ path: TreePath) -> TreeLimits {
        var limits = self
        limits.maxDepth = max(0, maxDepth - path.keys.count)
        return limits
    }
}
